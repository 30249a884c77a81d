import FuzzSupport
import HTTP

/// Any bytes as the value of every parsed field: rejected, or the same value once written and read again.
package func fuzzFieldValues(_ bytes: [UInt8]) {
    var text = ""
    text.unicodeScalars.append(contentsOf: bytes.map { Unicode.Scalar($0) })
    checkConditions(text)
    checkRanges(text, length: bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF })
    checkLists(text)
    checkCaching(text)
    checkCredentials(text)
    checkTargets(text)
    checkStreams(bytes)
}

private let now = HTTPDate(secondsSince1970: 1_790_000_000)

private func checkConditions(_ text: String) {
    if let date = HTTPDate(parsing: text, now: now) {
        demand(HTTPDate(parsing: date.description, now: now) == date, "a date changes")
    }
    if let tag = EntityTag(parsing: text) {
        demand(EntityTag(parsing: tag.description) == tag, "a tag changes")
        let held = Preconditions(["If-None-Match": text], now: now)
        demand(held.outcome(of: "GET", on: Validators(tag: tag)) == .notModified, "a tag is not its own")
    }
    for name in ["If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range"] {
        let outcome = Preconditions([name: text], now: now).outcome(of: "PUT", on: Validators())
        demand(outcome != .notModified, "304 to a PUT")
    }
}

private func checkRanges(_ text: String, length: Int) {
    if let range = ContentRange(["Content-Range": text]) {
        demand(ContentRange(["Content-Range": range.description]) == range, "a place changes")
    }
    guard let wanted = RequestedRanges(["Range": text]) else { return }
    demand((1...RequestedRanges.limit).contains(wanted.parts.count), "too many parts")
    guard case .parts(let parts) = wanted.selection(of: length) else { return }
    let sorted = parts.sorted { $0.lowerBound < $1.lowerBound }
    demand(!parts.contains { $0.isEmpty } && sorted.last?.upperBound ?? .max <= length, "a part is not there")
    demand(
        zip(sorted, sorted.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound },
        "bytes are sent twice"
    )
    let multipart = MultipartRanges(parts, of: length, mediaType: nil, seed: 1)
    demand(multipart.contentLength > parts.reduce(0) { $0 + $1.count }, "a body's length is wrong")
}

private func checkLists(_ text: String) {
    let control = CacheControl(parsing: text)
    demand(CacheControl(parsing: control.description) == control, "directives change")
    demand((0...CacheControl.longestAge).contains(control.maxAge ?? 0), "an age is out of bounds")
    let targeted = CacheControl(targeted: ["CDN-Cache-Control": text])
    demand(
        (0...CacheControl.longestAge).contains(targeted?.maxAge ?? 0),
        "an age of the target is out of bounds"
    )
    let list = QualityList(parsing: text)
    demand(list.members.count <= QualityList.limit, "too many members")
    demand(list.members.allSatisfy { (0...1000).contains($0.quality) }, "a quality is out of bounds")
    let codings = ["br", "gzip", AcceptEncoding.identity]
    if let choice = AcceptEncoding(["Accept-Encoding": text])?.choice(from: codings) {
        demand(codings.contains(choice), "a coding that nobody has")
    }
    if let vary = Vary(["Vary": text]), vary != .any {
        demand(vary.isSame(["A": text], ["A": text]), "a request differs from itself")
    }
    for cookie in RequestCookies(parsing: text).cookies {
        demand(!cookie.name.isEmpty, "a cookie without a name")
        guard let set = SetCookie(cookie.name, cookie.value) else { continue }
        let sent = RequestCookies(parsing: set.description)
        demand(sent[cookie.name] == cookie.value, "a cookie changes")
    }
}

/// The text as each request and response field that caching uses.
private func checkCaching(_ text: String) {
    let moment = now.secondsSince1970 * 1_000_000_000
    var fields: HTTPFields = ["Date": now.description, "Cache-Control": "max-age=60"]
    for name in ["Cache-Control", "Age", "Date", "Expires", "Last-Modified", "ETag", "Vary"] {
        fields[name] = text
        let held = StoredResponse(fields: fields, requestedAt: moment, respondedAt: moment)
        for rules in [CacheRules(isShared: false), CacheRules(isShared: true)] {
            demand(rules.age(of: held, now: moment) >= 0, "a negative age")
            demand(rules.freshnessLifetime(of: held) >= 0, "a negative lifetime")
            let wish = HTTPRequestHead(method: "GET", target: "/", fields: ["Cache-Control": text])
            let decision = rules.decide(on: held, for: wish, now: moment)
            demand(rules.decide(on: nil, for: wish, now: moment) != .fresh, "nothing is fresh")
            demand(
                held.answers(wish.fields) || decision == .fetch || decision == .unavailable,
                "another's answer"
            )
        }
        let conditions = CacheRules.conditions(on: held, for: HTTPFields())
        demand(conditions.count <= 1, "two conditions")
        demand(!conditions.contains { $0.value.utf8.contains(0x0A) }, "a condition of two lines")
    }
}

private func checkCredentials(_ text: String) {
    guard let credentials = Credentials(parsing: text) else { return }
    demand(Credentials(parsing: credentials.value) == credentials, "credentials change")
    demand(credentials.matches(credentials), "credentials are not their own")
}

private func checkTargets(_ text: String) {
    if let authority = HTTPAuthority(parsing: text) {
        demand(HTTPAuthority(parsing: authority.description) == authority, "a host changes")
    }
    for method in ["GET", "OPTIONS", "CONNECT"] { _ = HTTPTarget(parsing: text, method: method) }
    demand(PercentEncoding.decoded(PercentEncoding.encoded(text)) == text, "an escape changes")
    for item in QueryItems(target: text)?.items ?? [] {
        demand(!text.isEmpty && item.name.utf8.count <= text.utf8.count, "an item out of nothing")
    }
    let verdict = SignedTarget.verdict(on: text, now: now) { $0.suffix(4).reversed() }
    demand(
        verdict == .unsigned || verdict == .forged || text.contains("&signature="),
        "a signature out of nothing"
    )
}
