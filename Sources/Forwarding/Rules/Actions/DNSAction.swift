package import Wire

/// `dns`: the server is looked for at this address. Its name stays in the request and in TLS.
package struct DNSAction: RuleAction {
    package static let name = "dns"

    let address: IPAddress

    package init(_ address: IPAddress) {
        self.address = address
    }

    package func prepare(_ plan: inout ExchangePlan, _ match: RuleMatch.Found) {
        let asked = plan.request.destination
        plan.request.destination = asked.named(asked.host, at: address)
    }
}
