import Forwarding
import FuzzSupport
import HTTP
import ScenarioFormat
import Wire

/// Any bytes as a proxy's rules: refused with a reason, or rules that have words and whose requests still can be sent.
package func fuzzRules(_ bytes: [UInt8]) {
    let rules: ProxyRules
    do throws(ScenarioError) {
        rules = try RulesLoader.load(text: bytes, file: "fuzzed.yaml")
    } catch {
        demand(!error.diagnostics.isEmpty && !error.description.isEmpty, "refused without a reason")
        return
    }
    demand(rules.words.count == rules.count, "a rule without words")
    demand(!rules.words.contains { $0.isEmpty || $0.contains("\n") }, "words of no line")
    for request in requests { check(request, under: rules) }
}

private let requests: [HTTPRequestHead] = [
    HTTPRequestHead(
        method: "GET",
        target: "http://images.test/a.jpg?x=1&y=%2F",
        fields: ["Accept-Encoding": "gzip"]
    ),
    HTTPRequestHead(
        method: "POST",
        target: "http://192.0.2.1:8080/",
        fields: ["Content-Type": "application/json"]
    ),
    HTTPRequestHead(method: "GET", target: "/path", fields: ["Host": "api.test", "Cookie": "a=b"]),
]

private func check(_ head: HTTPRequestHead, under rules: ProxyRules) {
    let secure =
        head.target.hasPrefix("/") ? Destination(host: "api.test", port: 443, isEncrypted: true) : nil
    guard let request = try? ForwardedRequest(head, within: secure) else { return }
    guard let plan = rules.plan(for: request) else { return }
    demand(!plan.applied.isEmpty, "a plan of no rule")
    demand(
        plan.applied.allSatisfy { ($0.number ?? 0) >= 1 && ($0.number ?? 0) <= rules.count },
        "a rule that is not there"
    )
    demand(plan.delay >= 0, "a delay below nothing")
    let sent = plan.request
    demand(
        sent.head.target.hasPrefix("/") || sent.head.target == "*",
        "a target of no server: \(sent.head.target)"
    )
    demand(!sent.head.target.utf8.contains { $0 <= 0x20 || $0 == 0x7F }, "a target that ends its line")
    for field in sent.head.fields {
        demand(
            !field.value.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 },
            "a field that ends its line"
        )
    }
}
