import HTTP
import Scenarios

extension Notation<OriginCredentials> {
    static var credentials: Self { Self(read, text) }

    private static func read(_ values: ValueReader, _ node: YAMLNode, _ title: String) -> OriginCredentials? {
        guard let section = Section(node, title, .credentials, values: values),
            let kind = section.sole(of: ["basic", "bearer"], "`\(title)` is one of them"),
            let node = section[kind]
        else { return nil }
        if kind == "bearer" {
            return Notation<String>.fieldValue.read(values, node, kind).map { .bearer($0) }
        }
        guard let basic = Section(node, kind, .basicCredentials, values: values),
            basic.require("user", "password"),
            let user = basic.value("user", .text), let password = basic.value("password", .text)
        else { return nil }
        if user.contains(":") {
            basic.log.report(
                "`user` cannot have a colon: the password begins after it",
                at: basic.place("user") ?? basic.span
            )
        }
        return .basic(user: user, password: password)
    }

    private static func text(_ credentials: OriginCredentials) -> String {
        switch credentials {
        case .basic(let user, let password):
            "{ basic: { user: \(user.quotedForYAML), password: \(password.quotedForYAML) } }"
        case .bearer(let token): "{ bearer: \(token.quotedForYAML) }"
        }
    }
}
