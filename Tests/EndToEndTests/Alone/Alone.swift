import Testing

/// Suites that judge the machine's own time, or look at all of the machine: nothing else may run meanwhile. `make test` runs
/// them after the others, which run side by side.
@Suite(.serialized) enum Alone {}
