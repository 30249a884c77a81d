package import Scenarios
package import Wire

extension Scenario {
    /// How long it takes from a request's last byte to its response's first; nil where theory cannot say how the response
    /// goes: the time is drawn, the body is held back, something goes wrong, TLS stands between, or the file is one of
    /// another host, to which connections are counted apart.
    package func serverTime(of file: HostedFile) -> Nanoseconds? {
        guard file.host == OriginSettings.hostName, origin.encryption == nil else { return nil }
        let answer = origin.behaviour(of: file.path)
        guard answer.pieces.value == nil, answer.rateBps.value == nil, answer.fault.value == nil else {
            return nil
        }
        return answer.delay.value.map(\.fixed) ?? 0
    }

    /// Whether a client that asks for nothing but the file gets the whole of it, however often.
    package func gives(_ file: HostedFile) -> Bool {
        let answer = origin.behaviour(of: file.path)
        return answer.auth.value == nil && answer.redirect.value == nil
            && answer.statuses.value?.statuses.allSatisfy { $0 == 200 } ?? true
    }
}
