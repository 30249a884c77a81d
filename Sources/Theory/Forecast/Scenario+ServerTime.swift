package import Scenarios
package import Wire

extension Scenario {
    /// How long it takes from a request's last byte to its response's first; nil where theory in closed form cannot say how
    /// the response goes: as `answerTime`, or where TLS stands between or HTTP/2's streams share a connection, or the file
    /// is one of another host, to which connections are counted apart.
    package func serverTime(of file: HostedFile) -> Nanoseconds? {
        guard file.host == OriginSettings.hostName, origin.encryption == nil, origin.spokenHTTP == .http11
        else {
            return nil
        }
        return answerTime(of: file)
    }

    /// The same; nil where the time is drawn, the body is held back, or something goes wrong.
    package func answerTime(of file: HostedFile) -> Nanoseconds? {
        let answer = settings(of: file).behaviour(of: file.path)
        guard answer.pieces.value == nil, answer.rateBps.value == nil, answer.fault.value == nil else {
            return nil
        }
        guard let delay = answer.delay.value else { return 0 }
        return delay.fixed
    }

    /// Whether a client that asks for nothing but the file gets the whole of it, however often.
    package func gives(_ file: HostedFile) -> Bool {
        let answer = settings(of: file).behaviour(of: file.path)
        return answer.auth.value == nil && answer.redirect.value == nil
            && answer.statuses.value?.statuses.allSatisfy { $0 == 200 } ?? true
    }

    /// Of the host that serves the file.
    func settings(of file: HostedFile) -> OriginSettings {
        hosts.first { $0.host == file.host }?.settings ?? origin
    }
}
