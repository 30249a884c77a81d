package import Analysis

extension WhatIfChange {
    package var words: String {
        switch self {
        case .oneAtATime: "one transfer at a time"
        case .warmConnection: "connections already open"
        case .resumedTLS: "TLS resumed"
        case .initialWindow: "an initial window of \(Self.window)"
        case .multiplexed: "HTTP/2, one connection"
        case .noLoss: "no loss"
        case .noOutage: "no outage"
        case .doubleRate: "twice the rate"
        case .halfDelay: "half the delay"
        case .cached: "repeats from a cache"
        }
    }
}
