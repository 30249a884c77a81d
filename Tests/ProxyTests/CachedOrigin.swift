import HTTP
import Serving
import Synchronization

/// An origin whose answers depend on the path, and which counts what it is asked.
final class CachedOrigin: Sendable {
    private let requests = Mutex<[HTTPRequestHead]>([])
    let isDown = Mutex(false)
    /// Holds the answers to `/slow` and `/later` back.
    let gate = Mutex<[LateResponse]?>(nil)

    /// Gives the answers that are held back, and holds no more.
    func open() {
        let held = gate.withLock { gate in
            defer { gate = nil }
            return gate ?? []
        }
        for (number, answer) in held.enumerated() {
            var response = ServedResponse.text(200, "held \(number)")
            response.head.fields["Cache-Control"] = "max-age=100"
            answer.fulfil(response)
        }
    }

    var held: Int { gate.withLock { $0?.count ?? 0 } }

    var asked: [HTTPRequestHead] { requests.withLock { $0 } }

    /// Ten digits, or those that the request asks for.
    private static func parts(_ request: ServedRequest) -> ServedResponse {
        let digits = "0123456789"
        var response = ServedResponse.text(200, digits)
        if case .parts(let parts)? = RequestedRanges(request.head.fields)?.selection(of: digits.count) {
            let part = parts[0]
            response = ServedResponse.text(206, String(digits.dropFirst(part.lowerBound).prefix(part.count)))
            response.head.fields["Content-Range"] = ContentRange(part, of: digits.count).description
        }
        response.head.fields["Cache-Control"] = "max-age=100"
        return response
    }

    func answer(_ request: ServedRequest) -> ServedAnswer {
        let count = requests.withLock { requests in
            requests.append(request.head)
            return requests.count
        }
        let path = request.head.target.split(separator: "?").first ?? ""
        if isDown.withLock({ $0 }) { return .now(.text(503, "down")) }
        var response = ServedResponse.text(200, "\(request.head.target) \(count)")
        if request.head.method == "GET", ["/slow", "/later"].contains(path) {
            let late = LateResponse()
            let isHeld = gate.withLock { gate in
                gate?.append(late)
                return gate != nil
            }
            if isHeld { return .late(late) }
        }
        switch path {
        case "/slow": response.head.fields["Cache-Control"] = "max-age=100"
        case "/later", "/long-later":
            if path == "/long-later" {
                response.body = ServedBody([UInt8](repeating: 120, count: 500_000))
            }
            response.head.fields["Cache-Control"] = "max-age=0, stale-while-revalidate=100"
        case "/parts", "/tagged-parts":
            response = Self.parts(request)
            if path == "/tagged-parts" { response.head.fields["ETag"] = "\"a\"" }
        case "/tells":
            let field = String(decoding: request.body, as: UTF8.self).split(separator: ": ", maxSplits: 1)
            response.head = HTTPResponseHead(status: 201)
            response.head.fields[String(field[0])] = String(field[1])
        case "/fresh": response.head.fields["Cache-Control"] = "max-age=100"
        case "/private": response.head.fields["Cache-Control"] = "private, max-age=100"
        case "/never": response.head.fields["Cache-Control"] = "no-store"
        case "/turns": response.head.fields["Cache-Control"] = count == 1 ? "max-age=100" : "no-store"
        case "/plain": break
        case "/changes":
            response.head.fields["ETag"] = count > 2 ? "\"b\"" : "\"a\""
            response.head.fields["Cache-Control"] = "max-age=\(count == 1 ? 0 : 100), stale-if-error=9"
        case "/moved":
            let host = request.head.fields["Host"] ?? ""
            response.head = HTTPResponseHead(status: 301, fields: ["Location": "http://\(host)/x"])
            response.head.fields["Cache-Control"] = "max-age=100"
        case "/error": response.head.fields["Cache-Control"] = "max-age=0, stale-if-error=100"
        case "/vary":
            response.head.fields["Cache-Control"] = "max-age=100"
            response.head.fields["Vary"] = "X-Kind"
        case "/tag":
            let tag = "\"a\""
            if request.head.fields["If-None-Match"] == tag {
                response = ServedResponse(head: HTTPResponseHead(status: 304))
                response.head.fields["X-Count"] = "\(count)"
            }
            response.head.fields["ETag"] = tag
            response.head.fields["Cache-Control"] = "no-cache"
        case "/long":
            response.body = ServedBody([UInt8](repeating: 120, count: 3_000_000))
            response.head.fields["Cache-Control"] = "max-age=100"
            if request.head.target.hasSuffix("chunked") { response.framing = .chunked() }
        case "/cut":
            response.body = ServedBody([UInt8](repeating: 120, count: 300_000))
            response.head.fields["Cache-Control"] = "max-age=100"
            response.course.ending = .close(.content(200_000))
        default: break
        }
        return .now(response)
    }
}
