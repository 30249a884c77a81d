import Grounds
import LinkModel
import Origin
import Runs

/// Everything between a bench's client and its origin, including the origin and the recorders.
///
/// The main thread makes, starts and stops it.
protocol BenchLine: AnyObject {
    /// The line with every default filled in.
    var record: LinkRecord { get }
    var origin: OriginServer { get }
    /// Makes clients trust the origin; nil without encryption.
    var trust: BenchTrust? { get }
    /// How the origin is reached from the client's host.
    var route: OriginRoute { get }

    /// Why the line or the origin has ended by itself; nil if both work.
    var failure: String? { get }

    /// Starts origin and line.
    func start() throws

    /// Changes the line from now on.
    func change(to link: LinkParameters)

    /// Stops everything from the far end inwards: first the origin, then the line, then the recorders.
    func stop(into record: inout RunRecord)
}
