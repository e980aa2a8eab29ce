"""Experiments of papers, done again on public data: one page under docs/reproductions/ for each paper.

Hachenberg & Gottron 2013: `classification` runs the cross-validation, `clustering` the clustering, `bench.growth` the
growth to millions of pages; `page` writes their page from what these stored. `uxclust`: Grigalis & Čenys 2013.
`structure_and_style`: Gowda & Mattmann 2016. `essential_paths`: Kulkarni & Patil after Kim & Shim.
"""
