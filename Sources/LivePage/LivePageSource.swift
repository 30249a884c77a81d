package import Serving

/// What a live page asks its program for. Called on the page's thread.
package protocol LivePageSource: Sendable {
    /// All that is known of an exchange, as JSON; nil if it is not kept, or not any more.
    func exchange(_ number: Int) -> [UInt8]?

    /// An exchange's content as it crossed, without compression; nil if it is not kept.
    func content(_ number: Int, _ side: PageRoute.Side) -> PageContent?

    /// These exchanges, or all that are kept, as an HTTP archive.
    func archive(_ numbers: [Int]?) -> [UInt8]

    /// The packets that are recorded, as a capture in pcapng; nil if there are none.
    func capture() -> ServedBody?

    /// A report as a page that stands for itself; nil if there is none of that number.
    func report(_ number: Int) -> [UInt8]?

    /// Flows and look-ups of devices that have changed after this version, as JSON; nil if there are none to show.
    func traffic(after version: Int) -> [UInt8]?

    /// The code by which a device comes in, as a picture in SVG; nil if there is none.
    func code() -> [UInt8]?

    /// Carries out what the page's user wants.
    func carryOut(method: String, target: String, body: [UInt8]) -> ServedAnswer
}

extension LivePageSource {
    /// Most programs make no reports.
    package func report(_ number: Int) -> [UInt8]? { nil }

    /// Most programs have no devices.
    package func traffic(after version: Int) -> [UInt8]? { nil }

    package func code() -> [UInt8]? { nil }

    /// Most programs record no packets.
    package func capture() -> ServedBody? { nil }
}
