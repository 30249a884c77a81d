package import LinkModel
package import Logs
package import Wire

/// Something that explains a run's figures, or makes them doubtful, with its own figures.
package enum RunFinding: Hashable, Sendable {
    /// A step whose concurrent transfers' durations add up to more than the step took.
    package struct Overlap: Hashable, Sendable {
        package var step: String
        package var sumOfDurations: Nanoseconds
        package var busy: Nanoseconds
        package var makespan: Nanoseconds
        package var mostAtOnce: Int
        /// Mean number of simultaneous transfers.
        package var mean: Double
        /// Body bits over the line's rate, the figure of the articles; nil without one.
        package var articleSum: Nanoseconds?

        package init(_ step: StepResult, mostAtOnce: Int, mean: Double) {
            self.step = step.name
            sumOfDurations = step.sumOfDurations
            busy = step.busy
            makespan = step.makespan
            self.mostAtOnce = mostAtOnce
            self.mean = mean
            articleSum = step.theory.flatMap { $0.articleSum > 0 ? $0.articleSum : nil }
        }
    }

    /// Handshakes on both sides of a proxy.
    package struct Proxied: Hashable, Sendable {
        /// Transfers that went through it.
        package var transfers: Int
        /// Those of them that found a connection with the origin that the proxy had kept.
        package var kept: Int
        /// The longest set-up of a connection by the client: connect and TLS.
        package var clientSetUp: Nanoseconds?
        /// The same by the proxy, with the look-up of the name; nil if it opened none.
        package var originSetUp: Nanoseconds?

        package init(
            transfers: Int,
            kept: Int,
            clientSetUp: Nanoseconds?,
            originSetUp: Nanoseconds?
        ) {
            self.transfers = transfers
            self.kept = kept
            self.clientSetUp = clientSetUp
            self.originSetUp = originSetUp
        }
    }

    case untrusted([EmulationDoubt])
    case failed(why: String)
    case overlap(Overlap)
    /// Answers of 304 that came over the line in place of images.
    case revalidated(step: String, answers: Int, wireBytes: Int, bodyBytes: Int)
    /// A step that came from caches; `fetching` is what the same files took over the network.
    case hits(step: String, sources: [ImageSource], sumOfDurations: Nanoseconds, fetching: Nanoseconds)
    /// Callers of the same request that one transfer served.
    case coalesced(step: String, requests: Int, callers: Int, waiting: Int)
    case predicted(step: String, makespan: Nanoseconds, theory: Nanoseconds)
    /// The simulator foretold other times, and nothing that it leaves out is the reason: a defect of it.
    case missed(MissedTheory)
    /// The client went through a proxy.
    case proxied(Proxied)
    /// The line carried byte streams.
    case byteStreams
    /// Losses of a line of byte streams, each modelled as a delay.
    case lossAsDelay(times: Int)
    /// What the line did to the packets of one direction.
    case packets(LinkDirection, PacketCounts)
    /// Effects of the line that theory ignores; the steps that used it, empty if all did.
    case ignored([TheoryGap], steps: [String])
    /// The frames of shared connections, which closed forms ignore.
    case ignoredFrames
}
