import VirtualTime

/// One of the benchmarks that `netlab bench` names, in the order in which all of them run.
package enum Benchmark: String, Hashable, Sendable, CaseIterable {
    case line, link, origin, theory, ledger, cache, inspect, capture, proxy, page, phone, setup, sweep,
        virtual

    /// Those that run without anything built beforehand.
    static var possible: [Benchmark] {
        VirtualKernel.installed().isEmpty ? allCases.filter { $0 != .virtual } : allCases
    }

    /// Names of the parts that can run by themselves.
    package var parts: [String] {
        switch self {
        case .link: LinkPart.allCases.map(\.rawValue)
        case .theory: TheoryPart.allCases.map(\.rawValue)
        case .cache: CachePart.allCases.map(\.rawValue)
        case .proxy: ProxyPart.allCases.map(\.rawValue)
        case .phone: PhonePart.allCases.map(\.rawValue)
        case .line, .origin, .ledger, .inspect, .capture, .page, .setup, .sweep, .virtual: []
        }
    }

    /// True if it judges only events on the line, so that it can run in virtual time.
    package var runsInVirtualTime: Bool {
        switch self {
        case .line, .theory, .ledger: true
        case .link, .origin, .cache, .inspect, .capture, .proxy, .page, .phone, .setup, .sweep, .virtual:
            false
        }
    }
}
