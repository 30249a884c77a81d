package import Scenarios
package import Wire

extension OriginSettings {
    /// How long it takes from a request's last byte to its response's first; nil where theory cannot say how the response
    /// goes: the time is drawn, the body is held back, something goes wrong, or TLS stands between.
    package func serverTime(of path: String) -> Nanoseconds? {
        let answer = behaviour(of: path)
        guard encryption == nil, answer.pieces.value == nil, answer.rateBps.value == nil,
            answer.fault.value == nil
        else { return nil }
        return answer.delay.value.map(\.fixed) ?? 0
    }

    /// Whether it gives a client that asks for nothing but the file the whole of it, however often.
    func gives(_ path: String) -> Bool {
        let answer = behaviour(of: path)
        return answer.auth.value == nil && answer.redirect.value == nil
            && answer.statuses.value?.statuses.allSatisfy { $0 == 200 } ?? true
    }
}
