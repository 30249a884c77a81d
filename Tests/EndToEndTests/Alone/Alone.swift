import Testing

/// Suites that judge the machine's own time, or look at all of the machine: nothing else may run meanwhile. `make test` runs
/// them after the others.
@Suite(.serialized) enum Alone {}
