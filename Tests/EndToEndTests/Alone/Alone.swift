import Testing

/// Suites that judge the machine's own time, or look at all of the machine: nothing else may run meanwhile.
@Suite(.serialized) enum Alone {}
