import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import org.verapdf.features.FeatureFactory;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.metadata.fixer.FixerFactory;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.validation.validators.ValidatorConfig;
import org.verapdf.pdfa.validation.validators.ValidatorConfigBuilder;
import org.verapdf.processor.BatchProcessor;
import org.verapdf.processor.FormatOption;
import org.verapdf.processor.ProcessorConfig;
import org.verapdf.processor.ProcessorFactory;
import org.verapdf.processor.TaskType;
import org.verapdf.processor.plugins.PluginsCollectionConfig;
import org.verapdf.processor.reports.ItemDetails;

/**
 * Validates PDFs with veraPDF's batch processor, as its REST service does. Reads one order per line: profile, path
 * and name, separated by tabs. Writes one report per line, as JSON.
 */
public class Validator {
	public static void main(String[] args) throws Exception {
		PrintStream reports = new PrintStream(System.out, true, "UTF-8");
		// veraPDF's own messages must not come between the reports.
		System.setOut(System.err);
		VeraGreenfieldFoundryProvider.initialise();
		BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		for (String order = orders.readLine(); order != null; order = orders.readLine()) {
			String[] parts = order.split("\t");
			String report = validate(parts[0], parts[1], parts[2]);
			reports.println(report.replaceAll("\\R", " "));
		}
	}

	private static String validate(String profile, String path, String name) throws Exception {
		ValidatorConfig validator = ValidatorConfigBuilder.defaultBuilder()
				.flavour(PDFAFlavour.byFlavourId(profile))
				.build();
		ProcessorConfig config = ProcessorFactory.fromValues(
				validator,
				FeatureFactory.defaultConfig(),
				PluginsCollectionConfig.defaultConfig(),
				FixerFactory.defaultConfig(),
				EnumSet.of(TaskType.VALIDATE));
		ByteArrayOutputStream report = new ByteArrayOutputStream();
		try (BatchProcessor processor = ProcessorFactory.fileBatchProcessor(config);
				InputStream document = new FileInputStream(path)) {
			processor.process(
					ItemDetails.fromValues(name),
					document,
					ProcessorFactory.getHandler(FormatOption.JSON, false, report, false));
		}
		return report.toString("UTF-8");
	}
}
