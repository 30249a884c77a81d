import HTTP
import Scenarios
import Serving

/// The representation of something in its current state, for a client that accepts certain codings.
struct Representation: Sendable {
    private(set) var body: ServedBody
    var mediaType: String?
    /// nil if the bytes are unencoded.
    var coding: String?
    var validators = Validators()
    /// The request's fields that selected it.
    var varyFields: [String] = []
    /// The head offers partial content to clients.
    var hasParts = false
    /// nil if answers are made on demand.
    private(set) var prepared: PreparedAnswers?

    init(_ body: ServedBody, mediaType: String?) {
        self.body = body
        self.mediaType = mediaType
    }

    /// The same with its usual answers prepared. It must not be changed afterwards.
    func prepared(statesLength: Bool = true) -> Representation {
        var prepared = self
        prepared.prepared = PreparedAnswers(
            whole: ContentStep.whole(self, statesLength: statesLength).laidOut(),
            unchanged: ContentStep.unchanged(self).laidOut(),
            tag: validators.tag
        )
        return prepared
    }

    /// The same with another body, such as a part of it.
    func holding(_ body: ServedBody) -> Representation {
        var other = self
        other.body = body
        other.prepared = nil
        return other
    }

    /// The same, selected by these fields of the request.
    func varying(on fields: [String]) -> Representation {
        var other = self
        other.varyFields = fields
        other.prepared = nil
        return other
    }

    init(_ inquiry: Inquiry) {
        let resource = inquiry.subject.resource
        let variant = Self.variant(of: resource, for: inquiry.request)
        body = variant.map { ServedBody($0.body) } ?? resource.body
        mediaType = resource.mediaType
        coding = variant?.coding.rawValue
        if !resource.variants.isEmpty { varyFields = ["Accept-Encoding"] }
        let digest = variant?.digest ?? resource.digest
        validators.tag = inquiry.behaviour.etag.value.map { EntityTag(digest, isWeak: $0 == .weak) }
        validators.lastModified = inquiry.behaviour.lastModified.value.map {
            HTTPDate(secondsSince1970: $0.seconds(version: inquiry.subject.version))
        }
    }

    private static func variant(of resource: Resource, for request: HTTPRequestHead) -> Resource.Variant? {
        guard !resource.variants.isEmpty, let accepted = AcceptEncoding(request.fields) else { return nil }
        let codings = resource.variants.map(\.coding.rawValue)
        let choice = accepted.choice(from: codings + [AcceptEncoding.identity])
        return resource.variants.first { $0.coding.rawValue == choice }
    }
}
