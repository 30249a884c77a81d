package import JSON

extension TimingEvent: JSONLineReadable {
    package init?(json: JSONValue) {
        guard let at = json["atNs"]?.instant, let transfer = json["transfer"]?.int,
            let kind = json["event"]?.text.flatMap(TimingEvent.Kind.init(rawValue:))
        else { return nil }
        self.init(at: at, transfer: transfer, kind: kind, bytes: json["bytes"]?.int)
    }
}
