import java.io.FileInputStream;
import java.util.TreeMap;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

/**
 * Checks a file by veraPDF's rules of PDF/UA-1. The first line is the number of checks. Each other line is
 * a broken rule: clause-test, number of failures, requirement, separated by tabs.
 */
public class PdfUa {
	public static void main(String[] files) throws Exception {
		VeraGreenfieldFoundryProvider.initialise();
		PDFAFlavour flavour = PDFAFlavour.PDFUA_1;
		try (PDFAParser parser = Foundries.defaultInstance().createParser(new FileInputStream(files[0]), flavour);
				PDFAValidator validator = Foundries.defaultInstance().createValidator(flavour, false)) {
			ValidationResult result = validator.validate(parser);
			TreeMap<String, Integer> broken = new TreeMap<>();
			TreeMap<String, String> demands = new TreeMap<>();
			for (TestAssertion check : result.getTestAssertions()) {
				if (check.getStatus() != TestAssertion.Status.FAILED) continue;
				String rule = check.getRuleId().getClause() + "-" + check.getRuleId().getTestNumber();
				broken.merge(rule, 1, Integer::sum);
				demands.put(rule, check.getMessage());
			}
			System.out.println(result.getTotalAssertions());
			broken.forEach((rule, count) -> System.out.println(rule + "\t" + count + "\t" + demands.get(rule)));
		}
	}
}
