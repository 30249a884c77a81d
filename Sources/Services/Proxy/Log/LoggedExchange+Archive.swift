import Archives
import Compression
import Forwarding
import HTTP
import JSON
import LinuxIO
import Proxy
import Serving
import TLS
import Wire

extension LoggedExchange {
    /// Largest body that is unpacked for an archive.
    private static let most = 1 << 26

    /// nil for a CONNECT whose requests have entries of their own, and for bytes that were no request.
    var archived: ArchiveEntry? { archived(withContents: true) }

    /// The same without the contents, which must be unpacked.
    var archivedHeads: ArchiveEntry? { archived(withContents: false) }

    private func archived(withContents: Bool) -> ArchiveEntry? {
        guard exchange.kind != .interception, exchange.client.request != nil else { return nil }
        // To the microsecond: many readers take no more digits.
        let started = wall - wall % 1000
        var entry = ArchiveEntry(started: started, request: archivedRequest, response: archivedResponse)
        entry.duration = duration
        entry.timings = archivedTimings
        entry.serverAddress = exchange.server?.address?.host.description
        entry.connection = exchange.client.client.description
        entry.details = details
        guard withContents else { return entry }
        entry.request.content = requestContent
        entry.response.content = responseContent
        entry.response.decodedBytes = entry.response.content?.count
        if entry.response.isPacked, let content = entry.response.content {
            entry.response.savedBytes = content.count - (entry.response.bodyBytes ?? 0)
        }
        return entry
    }

    private var archivedRequest: ArchiveRequest {
        let (seen, server) = (exchange.client, exchange.server)
        let head = seen.request
        var request = ArchiveRequest(
            method: head?.method ?? "",
            url: exchange.kind == .tunnel ? "https://\(exchange.url)/" : exchange.url
        )
        request.version = seen.stream == nil ? head?.version.description ?? "" : "HTTP/2"
        request.fields = head.map { Array($0.fields) } ?? []
        request.headerBytes = server?.requestHeadBytes
        request.bodyBytes = server?.requestBodyBytes ?? 0
        return request
    }

    private var archivedResponse: ArchiveResponse {
        let (seen, server) = (exchange.client, exchange.server)
        var response = ArchiveResponse(status: seen.status)
        response.bodyBytes = seen.bodyBytes
        // The server's response is another one, if there is any.
        if let stored = exchange.stored {
            response.fields = Array(stored.head.fields)
            response.mediaType = stored.head.fields["Content-Type"]
            return response
        }
        guard let server, let head = server.head else {
            // The proxy's own answer.
            response.version = seen.stream == nil ? seen.request?.version.description ?? "" : "HTTP/2"
            response.fields = exchange.answered.map { Array($0.fields) } ?? []
            response.headerBytes = seen.headerBytes
            response.mediaType = exchange.answered?.fields["Content-Type"]
            return response
        }
        response.version = server.stream != nil ? "HTTP/2" : head.version.description
        response.fields = Array(head.fields)
        response.headerBytes = server.responseHeadBytes
        response.bodyBytes = server.responseBodyBytes
        response.mediaType = head.fields["Content-Type"]
        return response
    }

    /// The request's content without compression; nil if it is not kept.
    var requestContent: [UInt8]? {
        exchange.server?.requestContent.flatMap { Self.unpacked($0, exchange.client.request?.fields) }
    }

    /// The same of the response, as its server sent it, or as the cache had stored it.
    var responseContent: [UInt8]? {
        if let stored = exchange.stored {
            guard exchange.client.request?.method != "HEAD" else { return nil }
            return stored.content.flatMap { Self.unpacked($0, stored.head.fields) }
        }
        guard let server = exchange.server, server.receivedLast != nil, exchange.kind != .tunnel else {
            return nil
        }
        return server.responseContent.flatMap { Self.unpacked($0, server.head?.fields) }
    }

    /// The content without compression; nil if it is not whole, or damaged.
    private static func unpacked(_ kept: KeptContent, _ fields: HTTPFields?) -> [UInt8]? {
        guard kept.isWhole else { return nil }
        return try? ContentUnpacking.unpacked(kept.bytes, coding: fields?["Content-Encoding"], atMost: most)
    }

    /// With the phases as the proxy measured them: the format's own overlap nowhere, and have no line.
    private var details: JSONValue {
        var members = extraMembers
        if let messages = exchange.server?.messages { members += MessageTraffic.members(messages) }
        phases.each { members.append(JSONValue.Member(key: $0, value: $1.json)) }
        return .object(members)
    }

    private var extraMembers: [JSONValue.Member] {
        let server = exchange.server
        let extraMembers: JSONValue = [
            "number": exchange.number.json, "kind": exchange.kind.rawValue.json,
            "client": client.description.json, "upstreamProxy": (server?.parent?.description).json,
            "keptAlive": (server?.isReused).json,
            "retries": (server?.retries).json, "tlsVersion": (server?.negotiation?.version.description).json,
            "tlsCipher": (server?.negotiation?.cipher).json,
            "tlsResumed": (server?.negotiation?.isResumed).json,
            "durationNs": duration.json, "isWhole": isWhole.json,
            "failure": (server?.failure?.description).json,
        ]
        guard case .object(let members) = extraMembers else { return [] }
        return members
    }
}
