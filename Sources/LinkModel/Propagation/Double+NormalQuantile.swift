import Glibc

extension Double {
    /// The value below which a standard normal variable lies with chance `share`, to sixteen digits, by
    /// Wichura's rational functions (Applied Statistics 37, algorithm AS 241). Infinite at 0 and 1.
    package static func normalQuantile(_ share: Double) -> Double {
        let fromMiddle = share - 0.5
        if abs(fromMiddle) <= 0.425 {
            let place = 0.180625 - fromMiddle * fromMiddle
            return fromMiddle * ratio(middle, place)
        }
        let tail = Swift.min(share, 1 - share)
        guard tail > 0 else { return fromMiddle < 0 ? -.infinity : .infinity }
        let place = (-log(tail)).squareRoot()
        let size = place <= 5 ? ratio(shoulder, place - 1.6) : ratio(end, place - 5)
        return fromMiddle < 0 ? -size : size
    }

    /// Two polynomials side by side, highest power first.
    private typealias Polynomials = [(above: Double, below: Double)]

    private static func ratio(_ polynomials: Polynomials, _ place: Double) -> Double {
        var (above, below) = (0.0, 0.0)
        for coefficients in polynomials {
            above = above * place + coefficients.above
            below = below * place + coefficients.below
        }
        return above / below
    }

    private static let middle: Polynomials = [
        (2.5090809287301226727e+3, 5.2264952788528545610e+3),
        (3.3430575583588128105e+4, 2.8729085735721942674e+4),
        (6.7265770927008700853e+4, 3.9307895800092710610e+4),
        (4.5921953931549871457e+4, 2.1213794301586595867e+4),
        (1.3731693765509461125e+4, 5.3941960214247511077e+3),
        (1.9715909503065514427e+3, 6.8718700749205790830e+2),
        (1.3314166789178437745e+2, 4.2313330701600911252e+1),
        (3.3871328727963666080e0, 1),
    ]

    private static let shoulder: Polynomials = [
        (7.74545014278341407640e-4, 1.05075007164441684324e-9),
        (2.27238449892691845833e-2, 5.47593808499534494600e-4),
        (2.41780725177450611770e-1, 1.51986665636164571966e-2),
        (1.27045825245236838258e0, 1.48103976427480074590e-1),
        (3.64784832476320460504e0, 6.89767334985100004550e-1),
        (5.76949722146069140550e0, 1.67638483018380384940e0),
        (4.63033784615654529590e0, 2.05319162663775882187e0),
        (1.42343711074968357734e0, 1),
    ]

    private static let end: Polynomials = [
        (2.01033439929228813265e-7, 2.04426310338993978564e-15),
        (2.71155556874348757815e-5, 1.42151175831644588870e-7),
        (1.24266094738807843860e-3, 1.84631831751005468180e-5),
        (2.65321895265761230930e-2, 7.86869131145613259100e-4),
        (2.96560571828504891230e-1, 1.48753612908506148525e-2),
        (1.78482653991729133580e0, 1.36929880922735805310e-1),
        (5.46378491116411436990e0, 5.99832206555887937690e-1),
        (6.65790464350110377720e0, 1),
    ]
}
