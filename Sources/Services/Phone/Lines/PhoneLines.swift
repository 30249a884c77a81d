import LinkEngine
import LinkModel
import Phones
import Reports

/// Which line each phone has, for this session. Main thread only.
final class PhoneLines {
    enum Change: Hashable {
        case shared
        case of(PhoneName)
        /// Own lines have gone with their phones.
        case forgotten
    }

    private struct Own {
        var client: LineClient
        var link: LinkParameters
    }

    /// The line that the hosts are made for.
    private let hosts: LinkParameters
    /// The shared line, of phones that have none of their own.
    private(set) var shared: LinkParameters
    private var own: [PhoneName: Own] = [:]
    private let apply: (LineOrder) -> Void
    /// Called after each change.
    private let changed: (PhoneLines, Change) -> Void

    /// `apply` returns once the line is in force.
    init(
        _ hosts: LinkParameters,
        apply: @escaping (LineOrder) -> Void,
        changed: @escaping (PhoneLines, Change) -> Void
    ) {
        self.hosts = hosts
        shared = hosts
        self.apply = apply
        self.changed = changed
    }

    /// Which versions of IP phones have.
    var ip: IPVersions { hosts.ip }

    func hasOwn(_ name: PhoneName) -> Bool { own[name] != nil }

    /// The phones with a line of their own, and those lines in words.
    var ownWords: [(name: PhoneName, line: String)] {
        own.sorted { $0.key.text < $1.key.text }.map { ($0.key, LineWords($0.value.link).text) }
    }

    var sharedWords: String { LineWords(shared).text }

    /// The line that a phone's packets cross, in words.
    func words(of name: PhoneName) -> String { own[name].map { LineWords($0.link).text } ?? sharedWords }

    /// Gives phones the lines that they have from the start. `announce` tells of them.
    func begin(_ lines: OwnPhoneLines, of phones: [Phone]) {
        for (name, link) in lines.lines {
            if let phone = phones.first(where: { $0.name == name }) { give(phone, link) }
        }
    }

    func announce() {
        for (name, _) in ownWords { changed(self, .of(name)) }
    }

    /// Changes the shared line, or a phone's own. Returns once the line is in force.
    func change(to link: LinkParameters, of phone: Phone? = nil) throws(PhoneLineError) {
        var present = hosts
        (present.dnsDelay, present.aaaaDelay) = (shared.dnsDelay, shared.aaaaDelay)
        let missing = HostSetting.missing(from: present, for: link, isOwn: phone != nil)
        guard missing.isEmpty else { throw .kept(missing) }
        if let phone {
            give(phone, link)
            changed(self, .of(phone.name))
        } else {
            shared = link
            apply(.shared(link))
            changed(self, .shared)
        }
    }

    /// Has a phone share the line again.
    func share(_ phone: Phone) {
        guard let former = own.removeValue(forKey: phone.name) else { return }
        apply(.own(nil, of: former.client))
        changed(self, .of(phone.name))
    }

    /// Lines of phones that are forgotten go: another phone may get the same addresses.
    func follow(_ phones: [Phone]) {
        let clients = Dictionary(phones.map { ($0.name, Self.client($0)) }) { first, _ in first }
        let gone = own.filter { clients[$0.key] != $0.value.client }
        guard !gone.isEmpty else { return }
        for (name, line) in gone {
            own[name] = nil
            apply(.own(nil, of: line.client))
        }
        changed(self, .forgotten)
    }

    private func give(_ phone: Phone, _ link: LinkParameters) {
        let client = Self.client(phone)
        own[phone.name] = Own(client: client, link: link)
        apply(.own(link, of: client))
    }

    private static func client(_ phone: Phone) -> LineClient {
        LineClient(ip4: phone.addresses.ip4, ip6: phone.addresses.ip6)
    }
}
