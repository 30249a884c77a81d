package import Phones
package import Programs
import WireGuard

/// The options of `netlab phone`, apart from the line.
package struct PhoneOptions {
    package static let command = "phone"
    /// What a phone is called if nobody says otherwise.
    private static let usualName = "phone"
    /// WireGuard's usual port. It stays the same, so that a phone's configuration stays right.
    private static let usualPort: UInt16 = 51_820

    package let name: PhoneName
    let port: UInt16
    /// Where the phone reaches this machine; nil takes an address of the machine.
    let address: String?
    let scenario: String?
    let capture: String?
    /// The file for the phone's configuration.
    let configuration: String?
    package let isQuiet: Bool
    /// Events as JSON, and no code.
    let isJSON: Bool
    /// Programs may change lines by HTTP.
    let hasControl: Bool

    /// `names` are those that the command line gives.
    package init(_ names: [String], _ arguments: ParsedArguments) throws(CommandFailure) {
        guard names.count <= 1 else {
            throw CommandFailure(
                .wrongUsage,
                "netlab phone takes one name, not \(names.count)",
                advice: "each phone that has scanned its code may use the tunnel, whatever name is given"
            )
        }
        name = try Self.name(names.first ?? Self.usualName)
        port = try arguments.number("--port", in: 1...65_535).map { UInt16($0) } ?? Self.usualPort
        address = arguments.value("--address")
        scenario = arguments.value("--scenario")
        capture = arguments.value("--pcap")
        configuration = arguments.value("--conf")
        isJSON = arguments.has("--json")
        hasControl = arguments.has("--control")
        isQuiet = arguments.has("--quiet") || isJSON
        if let address, Self.endpoint(address, port) == nil {
            throw CommandFailure(
                .wrongUsage,
                "--address takes an IP address or a host's name: not `\(address)`"
            )
        }
    }

    package static func name(_ text: String) throws(CommandFailure) -> PhoneName {
        do throws(PhoneNameError) {
            return try PhoneName(text)
        } catch {
            throw CommandFailure(.wrongUsage, "`\(text)` cannot be a phone's name: \(error)")
        }
    }

    /// nil if the text is neither an address nor a name.
    static func endpoint(_ host: String, _ port: UInt16) -> ConfiguredEndpoint? {
        let isIP6 = host.contains(":") && !host.hasPrefix("[")
        return ConfiguredEndpoint(isIP6 ? "[\(host)]:\(port)" : "\(host):\(port)")
    }
}
