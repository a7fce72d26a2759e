"""The benchmarks use the tests' databases."""

from tests.records.fixtures import cluster, database  # noqa: F401 - fixtures
