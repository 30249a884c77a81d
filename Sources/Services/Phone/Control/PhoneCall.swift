import BenchControl
import Phones

/// What a request to the phones' control asks for.
enum PhoneCall: Hashable, ControlRequest {
    /// Tell which phones there are, and which line each has.
    case overview
    case tell(PhoneName)
    /// Change the line that phones share to the one that the content describes.
    case changeShared
    /// Give a phone a line of its own, which the content describes.
    case change(PhoneName)
    /// Have a phone share the line again.
    case share(PhoneName)

    static let advice =
        "GET lists the phones; PUT /line changes the line that they share; GET /phones/NAME shows one; "
        + "PUT /phones/NAME/line gives it its own line; DELETE /phones/NAME/line removes that line"

    init?(method: String, path: Substring) throws(ControlError) {
        let parts = path.prefix { $0 != "?" }.split(separator: "/").map(String.init)
        switch (method, parts.count, parts.first, parts.last) {
        case ("GET", 0, _, _): self = .overview
        case ("PUT", 1, "line", _): self = .changeShared
        case ("GET", 2, "phones", _): self = .tell(try Self.name(parts[1]))
        case ("PUT", 3, "phones", "line"): self = .change(try Self.name(parts[1]))
        case ("DELETE", 3, "phones", "line"): self = .share(try Self.name(parts[1]))
        default: return nil
        }
    }

    private static func name(_ text: String) throws(ControlError) -> PhoneName {
        do throws(PhoneNameError) {
            return try PhoneName(text)
        } catch {
            throw ControlError(.missing, "there is no phone `\(text)`: \(error)", advice: advice)
        }
    }
}
