import Fixtures
import HTTP
import ScenarioFormat
import Scenarios

/// The replacement of a recorded body in a replay.
struct ReplayContent {
    /// Content of very small bodies.
    private static let filler = "."
    private static let mostBytes = 64_000_000
    private static let mostText = 4096
    /// Fields that the server sets itself, that belong to the line, or that repeat what the content is.
    private static let ownFields: Set<String> = [
        "content-length", "transfer-encoding", "connection", "trailer", "keep-alive", "date", "etag",
        "last-modified", "content-encoding", "content-type", "age", "upgrade", "alt-svc", "accept-ranges",
        "content-range", "proxy-connection", "strict-transport-security", "vary",
    ]
    private static let mostFields = 40

    let exchange: RecordedExchange
    let keepsSecrets: Bool

    /// The bytes to serve, if the recording has them as they were transferred.
    var bytes: [UInt8]? {
        guard !exchange.isPacked, let content = exchange.content, !content.isEmpty,
            content.count <= Self.mostBytes
        else { return nil }
        return content
    }

    /// A made body of the same size, if the recording has none.
    var made: OriginFile.Content {
        let size = min(exchange.bodyBytes, Self.mostBytes)
        guard size > 0 else { return .nothing }
        let kind = Self.kind(exchange.mediaType, size)
        if FixtureLimits(kind).sizes.contains(size) { return .image(OriginFile.Image(kind, size: size)) }
        return .text(String(repeating: Self.filler, count: min(size, Self.mostText)))
    }

    private static func kind(_ mediaType: String?, _ size: Int) -> ImageKind {
        let type = (mediaType ?? "").lowercased()
        let kind = ImageKind.allCases.first { type.hasPrefix("image/\($0.rawValue)") } ?? .jpeg
        let limits = FixtureLimits(kind)
        return limits.sizes.contains(size) && (!limits.isEven || size.isMultiple(of: 2)) ? kind : .jpeg
    }

    var behaviour: ResponseBehaviour {
        var behaviour = ResponseBehaviour()
        if exchange.serverTime > 0 { behaviour.delay = .value(.fixed(exchange.serverTime)) }
        if exchange.status != 200 || exchange.bodyBytes == 0 && exchange.content?.isEmpty != false {
            behaviour.statuses = .value(StatusSequence([exchange.status == 206 ? 200 : exchange.status]))
        }
        var headers: [HTTPField] = []
        if let type = exchange.mediaType { headers.append(HTTPField(name: "Content-Type", value: type)) }
        headers += exchange.fields.filter { field in
            !field.name.hasPrefix(":") && !Self.ownFields.contains(field.name.lowercased())
                && (keepsSecrets || !Scrubbing.isSecret(field: field.name))
        }
        var names: Set<String> = []
        behaviour.headers = Array(
            headers.filter { field in
                HTTPField.isName(field.name) && HTTPField.isValue(field.value) && !field.value.isEmpty
                    && names.insert(field.name.lowercased()).inserted
            }.prefix(Self.mostFields)
        )
        return behaviour
    }
}
