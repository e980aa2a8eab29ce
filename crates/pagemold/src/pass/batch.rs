//! Pages, one by one, become the rows of a batch.

use crate::columns::{Bytes, Column, Columns};
use crate::page::{Look, look};
use crate::parallel;
use crate::wanted::Wanted;
use crate::{Flags, Limits};

/// Where a page comes from and what its server said of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Origin<'a> {
    pub input: usize,
    pub offset: u64,
    pub length: u64,
    pub url: &'a str,
    pub status: u16,
    pub content_type: &'a str,
    pub size: u64,
    pub flags: Flags,
}

/// Rows under construction.
pub(crate) struct Batch {
    input: Vec<u32>,
    offset: Vec<u64>,
    length: Vec<u64>,
    url: Bytes,
    status: Vec<u16>,
    content_type: Bytes,
    encoding: Bytes,
    encoding_source: Bytes,
    size: Vec<u64>,
    flags: Vec<u16>,
    html: Option<Bytes>,
    features: Vec<(String, Column)>,
    bytes: usize,
}

impl Batch {
    pub(super) fn new(wanted: &Wanted) -> Batch {
        Batch {
            input: Vec::new(),
            offset: Vec::new(),
            length: Vec::new(),
            url: Bytes::default(),
            status: Vec::new(),
            content_type: Bytes::default(),
            encoding: Bytes::default(),
            encoding_source: Bytes::default(),
            size: Vec::new(),
            flags: Vec::new(),
            html: wanted.html.then(Bytes::default),
            features: wanted
                .requests
                .iter()
                .map(|request| (request.name.clone(), request.column(&wanted.minhash)))
                .collect(),
            bytes: 0,
        }
    }

    pub(super) fn push(&mut self, origin: &Origin<'_>, look: &Look) {
        self.input.push(origin.input as u32);
        self.offset.push(origin.offset);
        self.length.push(origin.length);
        self.url.push(origin.url.as_bytes());
        self.status.push(origin.status);
        self.content_type.push(origin.content_type.as_bytes());
        self.encoding.push(look.encoding.as_bytes());
        self.encoding_source.push(look.evidence.name().as_bytes());
        self.size.push(origin.size);
        self.flags.push((origin.flags | look.flags).bits());
        if let Some(html) = &mut self.html {
            html.push(&look.html);
        }
        for ((_, column), value) in self.features.iter_mut().zip(&look.values) {
            value.push_to(column);
        }
        self.bytes += look.bytes() + origin.url.len();
    }

    pub(super) fn len(&self) -> usize {
        self.input.len()
    }

    /// About how much memory the rows take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn into_columns(self) -> Columns {
        let mut columns: Columns = vec![
            ("input".into(), Column::U32(self.input)),
            ("offset".into(), Column::U64(self.offset)),
            ("length".into(), Column::U64(self.length)),
            ("url".into(), Column::Text(self.url)),
            ("status".into(), Column::U16(self.status)),
            ("content_type".into(), Column::Text(self.content_type)),
            ("encoding".into(), Column::Text(self.encoding)),
            ("encoding_source".into(), Column::Text(self.encoding_source)),
            ("size".into(), Column::U64(self.size)),
            ("flags".into(), Column::U16(self.flags)),
        ];
        columns.extend(self.html.map(|html| ("html".into(), Column::Binary(html))));
        columns.extend(self.features);
        columns
    }
}

/// A page that is in memory already.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory<'a> {
    /// Its bytes, in whatever encoding.
    pub body: &'a [u8],
    /// The Content-Type of its HTTP header, if any.
    pub content_type: Option<&'a str>,
}

/// Pages a thread takes at a time.
const SHARE: usize = 32;

/// The features of pages in memory, in their order, on `jobs` threads (0: one per core).
pub fn extract(pages: &[Memory<'_>], wanted: &Wanted, limits: &Limits, jobs: usize) -> Columns {
    let jobs = parallel::available_jobs(jobs).min(pages.len().div_ceil(SHARE)).max(1);
    let mut batch = Batch::new(wanted);
    let looks = parallel::map(pages, jobs, SHARE, |page| {
        let charset = page.content_type.and_then(crate::archive::charset);
        look(page.body, charset.as_deref(), wanted, limits)
    });
    for (page, look) in pages.iter().zip(looks) {
        let origin = Origin {
            length: page.body.len() as u64,
            size: page.body.len() as u64,
            content_type: page.content_type.unwrap_or(""),
            ..Origin::default()
        };
        batch.push(&origin, &look);
    }
    batch.into_columns()
}
