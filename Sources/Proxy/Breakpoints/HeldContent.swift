import Forwarding
import HTTP
import Serving

/// What waits at a breakpoint.
enum HeldContent {
    case request(HeldRequest)
    case response(HeldResponse)

    var phase: BreakpointPhase {
        switch self {
        case .request: .request
        case .response: .response
        }
    }

    /// The request, or what the response answers.
    var request: ForwardedRequest {
        switch self {
        case .request(let held): held.request
        case .response(let held): held.request
        }
    }

    /// nil for a request.
    var status: Int? {
        if case .response(let held) = self { held.response.head.status } else { nil }
    }

    var body: HeldBody {
        switch self {
        case .request(let held): held.body
        case .response(let held): held.body
        }
    }

    /// For people to edit.
    var text: [UInt8] {
        switch self {
        case .request(let held): held.text
        case .response(let held): held.text
        }
    }

    /// nil if the text changes nothing.
    func edited(by bytes: [UInt8]) throws(MessageTextError) -> HeldContent? {
        let text = try MessageText(parsing: bytes)
        switch self {
        case .request(let held): return try held.edited(by: text).map { .request($0) }
        case .response(let held): return try held.edited(by: text).map { .response($0) }
        }
    }
}
