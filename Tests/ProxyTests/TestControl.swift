import Forwarding
import HTTP
import Proxy
import Wire

/// Answers with the state that it finds, and changes no line.
struct TestControl: ProxyControl {
    func answer(_ command: ControlCommand, _ switches: ProxySwitches) -> ControlAnswer {
        switch command {
        case .intercept(let hosts, let isOn): switches.intercept(hosts, isOn)
        case .allow(let clients, let isOn): switches.allow(clients, isOn)
        case .hold(let pattern, let phases, let isOn): switches.hold(pattern, phases, isOn)
        case .line: return .refused("there is no line")
        case .status: break
        default: return .refused("never asked")
        }
        let held = switches.breakpoints.map { breakpoint in
            "\(breakpoint.pattern)=\(breakpoint.phases.map(\.rawValue).sorted().joined(separator: "+"))"
        }
        let state = switches.intercepted.map(\.description) + switches.allowed.map(\.description) + held
        return .done(Array(state.joined(separator: " ").utf8))
    }

    func document(_ requests: [PastRequest]) -> [UInt8] {
        Array(requests.map { "\($0.number) \($0.request.url) \($0.status)\n" }.joined().utf8)
    }

    func document(_ request: PastRequest) -> [UInt8] { request.request.text(body: nil) }

    func document(_ results: [RepeatedExchange], of request: PastRequest) -> [UInt8] {
        let texts = results.map { result in
            let failure = result.failure == nil ? "" : " failed"
            return "\(result.status) \(result.bytes)\(result.isReused ? " kept" : "")\(failure)\n"
        }
        return Array(texts.joined().utf8)
    }

    func document(_ held: [HeldMessage]) -> [UInt8] {
        let lines = held.map { message in
            let status = message.status.map { " \($0)" } ?? ""
            return
                "\(message.id) \(message.number) \(message.phase) \(message.method) \(message.url)\(status)\n"
        }
        return Array(lines.joined().utf8)
    }

    func document(_ held: HeldMessage, text: [UInt8]) -> [UInt8] { text }
}
