/** Whether everything is run that only `.ci/run` has the time for: more of the same, with other random numbers. */
export const isLongRun = process.env.TAG_PDF_LONG !== undefined;
