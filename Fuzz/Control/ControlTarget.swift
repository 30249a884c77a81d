import BenchControl
import Forwarding
import FuzzSupport
import HTTP
import Proxy
import ScenarioFormat
import Scenarios

/// `METHOD TARGET`, and content behind a line end, as an order to a running proxy or to what makes benches: refused with
/// a sentence, or the same order again once written.
package func fuzzControl(_ bytes: [UInt8]) {
    let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
    let words = bytes[..<end].split(separator: 0x20, maxSplits: 1)
    guard words.count == 2 else { return }
    var (method, target) = ("", "")
    // One byte per character, as the server reads them.
    method.unicodeScalars.append(contentsOf: words[0].map { Unicode.Scalar($0) })
    target.unicodeScalars.append(contentsOf: words[1].map { Unicode.Scalar($0) })
    checkProxy(method, target)
    checkBenches(method, target, Array(bytes[min(end + 1, bytes.endIndex)...]))
}

private func checkProxy(_ method: String, _ target: String) {
    guard let command = ControlCommand(method: method, target: target) else { return }
    let request = command.request
    demand(
        ControlCommand(method: request.method, target: request.target) == command,
        "\(method) \(target) becomes \(request.method) \(request.target)"
    )
    demand(
        HTTPTarget(parsing: "http://netlab.test\(request.target)", method: request.method) != nil,
        "a target that nobody sends: \(request.target)"
    )
    switch command {
    case .line(let items), .hostLine(_, let items?): checkLine(items)
    case .list(let count): demand(count > 0, "a list of nothing")
    case .again(_, let times, let concurrency):
        demand(
            ControlCommand.times ~= times && ControlCommand.concurrency ~= concurrency,
            "beyond the limits"
        )
    case .hold(_, let phases, _): demand(!phases.isEmpty, "holds nothing")
    default: break
    }
}

/// A line as a running proxy reads it: a profile and settings of the bare scenario.
private func checkLine(_ items: QueryItems) {
    let overrides = items.items.compactMap { item -> ScenarioOverride? in
        switch (item.name, item.value) {
        case ("profile", let name?): .profile(name)
        case ("set", let setting?): .set(setting)
        default: nil
        }
    }
    let bare = Array("netlab: 1\nlink: { down: {}, up: {} }\n".utf8)
    checkBench(bare, overrides)
}

private func checkBenches(_ method: String, _ target: String, _ content: [UInt8]) {
    do throws(ControlError) {
        switch try ControlCall(method: method, path: target[...]) {
        case .make, .changeLink: checkBench(content)
        case .advance(_, let time): demand(time >= 0, "back in time")
        case .changeFiles(_, let names): demand(!names.contains(""), "a file without a name")
        case .overview, .tell, .end, nil: break
        }
    } catch {
        demand(!error.message.isEmpty, "refused without a reason")
    }
}

private func checkBench(_ text: [UInt8], _ overrides: [ScenarioOverride] = []) {
    do throws(ScenarioError) {
        let set = try ScenarioLoader.load(text: text, file: "order", overrides: overrides, purpose: .bench)
        demand(!set.variants.isEmpty, "an order without a bench")
        for variant in set.variants.prefix(2) {
            let resolved = Array(ResolvedScenario(variant.scenario).text.utf8)
            let again = try ScenarioLoader.load(text: resolved, file: "resolved", purpose: .bench)
            demand(
                again.variants.map(\.scenario.link) == [variant.scenario.link],
                "another line once written"
            )
        }
    } catch {
        demand(!error.diagnostics.isEmpty && !error.description.isEmpty, "refused without a reason")
    }
}
