import JSON
import LinuxIO
import Phones
import Programs
import Wire
import WireGuard

/// What `netlab phone` says while it runs: sentences, or with --json a document a line.
struct PhoneJournal {
    let console: Console
    let isJSON: Bool
    let clock: RunClock

    /// A phone can come from now on. `page` is the link to the page of its traffic and `control` the URL of the control, if
    /// there are any.
    func ready(
        _ name: PhoneName,
        at reach: PhoneReach,
        line: String,
        file: String?,
        page: String?,
        control: String?
    ) {
        guard isJSON else {
            if let page { console.note("page: \(page) (the link opens once)") }
            if let control { console.note("control: \(control)") }
            return
        }
        write(
            "ready",
            [
                "phone": .string(name.text), "endpoint": .string(reach.endpoint.description),
                "otherAddresses": .array(reach.others.map { .string($0.description) }),
                "configuration": file.json, "line": .string(line), "page": page.json,
                "control": control.json,
            ]
        )
    }

    func tell(_ item: GatewayNews) {
        switch item {
        case .connected(let name, let endpoint):
            say("connected", name, endpoint, "\(name) is connected, from \(endpoint)")
        case .moved(let name, let endpoint): say("moved", name, endpoint, "\(name) has moved to \(endpoint)")
        case .shared(let name, let first, let second):
            say(
                "shared",
                name,
                second,
                "two devices use \(name)'s code, at \(first) and \(second), and take the tunnel from each other: "
                    + "`netlab phone add NAME` makes a code for another device"
            )
        case .silent(let name): say("silent", name, nil, "\(name) has not answered for 90 s")
        case .refused(let reason): tell(reason)
        }
    }

    private func tell(_ reason: TunnelRefusal) {
        switch reason {
        case .meantForAnotherKey:
            console.warn("a phone uses an old code: netlab's key has changed since, so let it scan a new one")
        case .unknownPeer:
            console.warn(
                "a phone with an unknown key tried to connect: it was forgotten, or belongs to another netlab"
            )
        // The rest is noise of any network, or of phones: IPv6 asks for routers from addresses of its own.
        default: break
        }
    }

    /// What the Wi-Fi and the tunnel add is known anew.
    func checked(_ name: PhoneName, _ figures: PhoneRoundTrips) {
        guard isJSON else { return }
        write("check", ["phone": .string(name.text), "withoutLine": figures.figures])
    }

    func added(_ name: PhoneName) { say("added", name, nil, "\(name) can connect from now on") }

    func forgotten(_ name: PhoneName) { say("forgotten", name, nil, "\(name) is forgotten, and cut off") }

    /// A line was changed: of a phone, which may share it again, or of all that share one.
    func changed(to line: String, of phone: PhoneName? = nil, isOwn: Bool = false) {
        guard isJSON else { return console.note(Self.sentence(of: phone, line: line, isOwn: isOwn)) }
        guard let phone else { return write("line", ["line": .string(line)]) }
        write("line", ["phone": .string(phone.text), "line": .string(line), "own": .bool(isOwn)])
    }

    /// Says which line a phone has; without a phone, which line phones share.
    static func sentence(of phone: PhoneName?, line: String, isOwn: Bool) -> String {
        guard let phone else { return "line: \(line)" }
        return isOwn ? "line of \(phone): \(line)" : "\(phone) is on the shared line: \(line)"
    }

    /// Tells programs of flows that have ended and of look-ups that were answered. People have the page.
    func tell(_ change: PhoneTraffic.Change) {
        guard isJSON else { return }
        // The journal's times count from the run's start.
        let start = RunClock.wall() - clock.now().nanoseconds
        for lookup in change.answered { write("lookup", lookup.json(since: start)) }
        for flow in change.ended { write("flow", flow.json(since: start)) }
    }

    private func say(_ event: String, _ name: PhoneName, _ endpoint: TunnelEndpoint?, _ sentence: String) {
        guard isJSON else { return console.note(sentence) }
        write(event, ["phone": .string(name.text), "endpoint": (endpoint?.description).json])
    }

    private func write(_ event: String, _ members: JSONValue) {
        var all: [JSONValue.Member] = [
            .init(key: "schema", value: "netlab.phone/1"), .init(key: "event", value: .string(event)),
            .init(key: "atNs", value: clock.now().json),
        ]
        if case .object(let more) = members { all += more }
        console.print(JSONValue.object(all).line)
    }
}
