package import LinuxIO
import Wire

extension ParsedArguments {
    /// Where a server is to listen: `--bind` and `--port`.
    package func listeningAddress(usualPort: UInt16) throws(CommandFailure) -> SocketAddress {
        let port = try number("--port", in: 0...UInt64(UInt16.max)).map { UInt16($0) } ?? usualPort
        let text = value("--bind") ?? "127.0.0.1"
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
        let host = isBracketed ? String(text.dropFirst().dropLast()) : text
        guard let address = SocketAddress(host == "localhost" ? "127.0.0.1" : host, port: port) else {
            throw CommandFailure(
                .wrongUsage,
                "--bind takes an IP address of this machine: not `\(text)`",
                advice:
                    "127.0.0.1 or ::1 listens on this machine only, 0.0.0.0 on every interface, :: also on IPv6; --port N sets the port"
            )
        }
        if !address.host.isV4, address.host.isLinkLocal {
            throw CommandFailure(
                .wrongUsage,
                "--bind \(text): a link-local address needs an interface, which --bind cannot name",
                advice: "--bind :: listens on every interface"
            )
        }
        return address
    }

    /// The page's port: `--ui-port`. nil takes the usual one, or any if that is in use.
    package func pagePort() throws(CommandFailure) -> UInt16? {
        try number("--ui-port", in: 0...UInt64(UInt16.max)).map { UInt16($0) }
    }
}
