import LinkModel
import Origin
import Runs

/// What lies between a bench's client and its origin, the origin at its end, and what records what passes.
///
/// Made, started and taken down by the main thread.
protocol BenchLine: AnyObject {
    /// What it is, every default filled in.
    var record: LinkRecord { get }
    var origin: OriginServer { get }
    /// How the client reaches the origin.
    var route: OriginRoute { get }

    /// Starts origin and line.
    func start() throws

    /// Has the line be another from now on.
    func change(to link: LinkParameters)

    /// Takes all of it down, from the ends inwards: the origin says nothing more, the line carries nothing more, then
    /// nothing is recorded any more.
    func stop(into record: inout RunRecord)
}
