import Grounds
package import LinkModel
import LinuxIO
package import Phones
package import Programs
import Wire

/// One phone's configuration, as a code and as a file.
///
/// Made on the machine's own network: the addresses at which the phone reaches netlab are the machine's.
package struct PhoneIntroduction {
    let options: PhoneOptions
    let reach: PhoneReach
    private let code: QRCode

    /// Makes the phone first if there is none with this name. `ip` are the versions of IP that phones have. Writes the file that the options ask for.
    package init(
        _ options: PhoneOptions,
        _ book: inout PhoneBook,
        over ip: IPVersions
    ) throws(CommandFailure) {
        self.options = options
        reach = try PhoneReach(options, MachineAddresses.all(), usual: MachineAddresses.towardsInternet())
        let phone = try KeptPhones.failing { () throws(PhoneBookError) in
            try book.phone(named: options.name)
        }
        let configuration = PhoneConfiguration(
            of: phone,
            in: book,
            reaching: reach.endpoint,
            asking: BenchNames.server(over: ip),
            over: ip
        )
        do throws(QRCodeError) {
            code = try QRCode(configuration.text)
        } catch {
            throw CommandFailure(.failed, "\(error)")
        }
        guard let file = options.configuration else { return }
        do throws(ConfigurationFileError) {
            try ConfigurationFile.write(configuration, to: file)
        } catch {
            throw CommandFailure(.failed, "\(error)")
        }
    }

    /// The code in SVG. It has the phone's private key.
    var picture: String { code.svg }

    /// Shows code and steps, and what else is to be `said`.
    package func show(on console: Console, _ said: String) {
        PhoneAnnouncement(name: options.name, reach: reach, file: options.configuration, end: said)
            .tell(code, on: console)
    }
}
