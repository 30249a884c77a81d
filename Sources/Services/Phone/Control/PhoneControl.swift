import BenchControl
import Grounds
import LinuxIO
import ScenarioFormat

/// Lets programs of this machine see the phones and change their lines by HTTP. Main thread only.
final class PhoneControl {
    private let desk: ControlDesk<PhoneCall>
    private let handler: PhoneCallHandler

    /// The desk's socket is on the machine's network. Starts its thread.
    init(at desk: ControlDesk<PhoneCall>, _ lines: PhoneLines) throws(SystemCallError) {
        self.desk = desk
        handler = PhoneCallHandler(lines: lines, files: ScenarioFiles(beneath: "."))
        try desk.start()
    }

    var url: String { desk.url }

    /// Readable while something is ordered. Borrowed.
    var raw: Int32 { desk.queue.raw }

    /// Carries out what was ordered since the last call.
    func attend(_ phones: PhonesDocument) {
        for job in desk.queue.takeAll() { job.answer(handler.answer(job.call, job.content, phones)) }
    }

    func stop() {
        desk.stop()
    }
}
