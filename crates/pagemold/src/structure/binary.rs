//! Files that are called HTML and are not: images, documents, archives.

use super::attributes::is_space;

/// How a file of another kind begins; short words that a text may begin with too are left to the control characters.
const SIGNATURES: &[&[u8]] = &[
    b"%PDF-",
    b"\xFF\xD8\xFF",
    b"\x89PNG\r\n",
    b"GIF87a",
    b"GIF89a",
    b"PK\x03\x04",
    b"\x1F\x8B\x08",
    b"RIFF",
    b"BM",
    b"\x7FELF",
    b"MZ",
    b"Rar!",
    b"7z\xBC\xAF",
    b"\x28\xB5\x2F\xFD",
    b"ID3",
    b"OggS",
    b"\0\0\x01\0",
    b"wOFF",
    b"wOF2",
];
const LOOKED_AT: usize = 1024;

/// Whether the bytes begin like a file of another kind, or hold control characters that no text has and do not begin
/// with markup.
pub(crate) fn looks_binary(bytes: &[u8]) -> bool {
    if SIGNATURES.iter().any(|signature| bytes.starts_with(signature)) {
        return true;
    }
    let starts_with_markup = bytes.iter().find(|&&byte| !is_space(byte)) == Some(&b'<');
    let has_bom = [&b"\xEF\xBB\xBF"[..], b"\xFF\xFE", b"\xFE\xFF"].iter().any(|mark| bytes.starts_with(mark));
    let controls = |byte: &u8| matches!(byte, 1..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F);
    !starts_with_markup && !has_bom && bytes.iter().take(LOOKED_AT).any(controls)
}
