package import HTTP
package import JSON
package import LinuxIO
import Wire

/// What became of a request that was sent through a running proxy, as its client saw it.
package struct ComposedExchange {
    let method: String
    let url: String
    package let client: SocketAddress
    package var head: HTTPResponseHead
    /// Empty if it is longer than what is kept.
    package private(set) var body: [UInt8] = []
    package private(set) var bodyBytes = 0
    /// Instants of this program's clock, in order.
    let began: Instant
    var connected: Instant
    /// nil without a tunnel.
    var tunnelOpened: Instant?
    /// nil without TLS.
    var encrypted: Instant?
    var sent: Instant
    var firstByte: Instant
    var lastByte: Instant

    /// Longest body that is kept, in bytes; a longer one is only counted.
    package static let longestBody = 1 << 28

    mutating func add(_ piece: ArraySlice<UInt8>) {
        bodyBytes += piece.count
        if bodyBytes <= Self.longestBody { body += piece } else { body = [] }
    }

    /// `past` is what the proxy knows of it; nil if its server was not asked.
    package func document(_ past: JSONValue?) -> JSONValue {
        let fields = head.fields.map { field -> JSONValue in
            ["name": .string(field.name), "value": .string(field.value)]
        }
        let server = [
            "nameNs", "connectNs", "tunnelNs", "tlsNs", "requestNs", "latencyNs", "responseNs", "heldNs",
        ]
        let phases = server.map { JSONValue.Member(key: $0, value: past?[$0] ?? nil) }
        return [
            "schema": "netlab.proxy-compose/1", "method": .string(method), "url": .string(url),
            "client": .string(client.description), "number": past?["number"] ?? nil,
            "status": .integer(Int64(head.status)),
            "reason": .string(head.reason), "fields": .array(fields),
            "bodyBytes": .integer(Int64(bodyBytes)), "durationNs": .integer(lastByte - began),
            "connectNs": .integer(connected - began),
            "tunnelNs": tunnelOpened.map { .integer($0 - connected) } ?? nil,
            "tlsNs": encrypted.map { .integer($0 - (tunnelOpened ?? connected)) } ?? nil,
            "requestNs": .integer(sent - (encrypted ?? connected)),
            "waitNs": .integer(firstByte - sent), "responseNs": .integer(lastByte - firstByte),
            "server": past == nil ? nil : .object(phases),
        ]
    }
}
