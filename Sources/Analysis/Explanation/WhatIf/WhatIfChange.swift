import LinkModel
import Theory
import Wire

/// A change to try.
package enum WhatIfChange: String, Hashable, Sendable, CaseIterable {
    case oneAtATime = "one-at-a-time"
    case warmConnection = "warm-connections"
    case resumedTLS = "resumed-tls"
    case initialWindow = "initial-window"
    case multiplexed = "http2"
    case noLoss = "no-loss"
    case noOutage = "no-outage"
    case doubleRate = "double-rate"
    case halfDelay = "half-delay"
    case cached

    package static let window = 32

    /// nil if it would change nothing.
    func scene(_ scene: WhatIfScene) -> WhatIfScene? {
        var changed = scene
        switch self {
        case .oneAtATime: changed.isInTurn = true
        case .warmConnection: changed.isWarm = true
        case .resumedTLS: changed.isResumed = scene.isEncrypted
        case .initialWindow: changed.initialWindow = max(scene.initialWindow, Self.window)
        case .multiplexed: changed.isMultiplexed = true
        case .noLoss, .noOutage, .doubleRate, .halfDelay: changed.change(alter)
        // A run without any fetch is no insight; a file fetched twice is.
        case .cached: changed.isCached = scene.hasRepeats
        }
        return changed == scene ? nil : changed
    }

    /// Applies the change to one direction of a line.
    func alter(_ side: inout DirectionParameters) {
        switch self {
        case .noLoss: side.loss = .none
        case .noOutage: side.outages = nil
        case .doubleRate: side.rate = Self.doubled(side.rate)
        case .halfDelay: side.oneWayDelay /= 2
        default: return
        }
    }

    private static func doubled(_ rate: LineRate) -> LineRate {
        switch rate {
        case .constant(let bps): return .constant(bps * 2)
        case .schedule(let schedule):
            let pieces = schedule.pieces.map {
                RateSchedule.Piece(rateBps: $0.rateBps * 2, length: $0.length)
            }
            return .schedule(RateSchedule(pieces: pieces, repeats: schedule.repeats))
        case .unlimited, .trace: return rate
        }
    }
}
