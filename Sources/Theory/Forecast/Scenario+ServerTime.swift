package import Scenarios
package import Wire

extension Scenario {
    /// Time from a request's last byte to its response's first byte. Besides the cases of `answerTime`, it is
    /// nil with TLS, with HTTP/2 (whose streams share a connection) and for files of other hosts (whose
    /// connections are counted separately): the closed form does not cover these.
    package func serverTime(of file: HostedFile) -> Nanoseconds? {
        guard file.host == OriginSettings.hostName, origin.encryption == nil, spokenHTTP == .http11
        else {
            return nil
        }
        return answerTime(of: file)
    }

    /// The origin's delay for the file; nil if it is random, the body is paced, or a fault is configured.
    package func answerTime(of file: HostedFile) -> Nanoseconds? {
        let answer = settings(of: file).behaviour(of: file.path)
        guard answer.pieces.value == nil, answer.rateBps.value == nil, answer.fault.value == nil else {
            return nil
        }
        guard let delay = answer.delay.value else { return 0 }
        return delay.fixed
    }

    /// Whether every plain request for the file gets the whole file.
    package func servesWhole(_ file: HostedFile) -> Bool {
        let answer = settings(of: file).behaviour(of: file.path)
        return answer.auth.value == nil && answer.redirect.value == nil
            && answer.statuses.value?.statuses.allSatisfy { $0 == 200 } ?? true
    }

    /// Settings of the host that serves the file.
    func settings(of file: HostedFile) -> OriginSettings {
        hosts.first { $0.host == file.host }?.settings ?? origin
    }
}
