import HTTP
import Scenarios
import Serving

/// What would be sent of something as it is now, to a client that takes certain codings.
struct Representation {
    var body: ServedBody
    var mediaType: String?
    /// nil where the bytes are as they are.
    var coding: String?
    var validators = Validators()
    /// The request's fields that chose it.
    var variesOn: [String] = []

    init(_ body: ServedBody, mediaType: String?) {
        self.body = body
        self.mediaType = mediaType
    }

    init(_ inquiry: Inquiry) {
        let resource = inquiry.subject.resource
        let variant = Self.variant(of: resource, for: inquiry.request)
        body = ServedBody(variant?.body ?? resource.body)
        mediaType = resource.mediaType
        coding = variant?.coding.rawValue
        if !resource.variants.isEmpty { variesOn = ["Accept-Encoding"] }
        let digest = ContentDigest.text(variant?.digest ?? resource.digest)
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
