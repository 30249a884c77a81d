import HTTP
import Scenarios
import Serving
import TLS

/// Access control: clients need the right credentials, or a URL that is still valid.
enum AccessStep {
    private static let realm = "origin"

    /// nil if the request may pass.
    static func refusal(_ inquiry: Inquiry) -> ServedResponse? {
        if let wanted = inquiry.behaviour.auth.value, let challenge = challenge(inquiry.request, wanted) {
            var refusal = ServedResponse.text(401, "authentication required\n")
            refusal.head.fields["WWW-Authenticate"] = "\(challenge)"
            return refusal
        }
        guard let signing = inquiry.behaviour.signing.value else { return nil }
        return refusal(SignedPath(signing).verdict(on: inquiry.request.target, now: inquiry.now))
    }

    /// nil if the client has sent the required credentials.
    private static func challenge(_ request: HTTPRequestHead, _ wanted: OriginCredentials) -> Challenge? {
        let said = Credentials(request.fields)
        switch wanted {
        case .basic(let user, let password):
            let isRight = said?.matches(.basic(user: user, password: password)) ?? false
            return isRight ? nil : .basic(realm: realm)
        case .bearer(let token):
            if said?.matches(.bearer(token: token)) ?? false { return nil }
            return .bearer(realm: realm, error: said == nil ? nil : "invalid_token")
        }
    }

    private static func refusal(_ verdict: SignedTarget.Verdict) -> ServedResponse? {
        switch verdict {
        case .valid: nil
        case .expired: .text(403, "this URL has expired\n")
        case .forged: .text(403, "this URL's signature is wrong\n")
        case .unsigned: .text(403, "this URL has no signature\n")
        }
    }
}
