// n8n loads the files that package.json names; this is for everyone who requires the package.
const { TagPdfApi } = require('./dist/credentials/TagPdfApi.credentials.js');
const { TagPdf } = require('./dist/nodes/TagPdf/TagPdf.node.js');
const { TagPdfTrigger } = require('./dist/nodes/TagPdfTrigger/TagPdfTrigger.node.js');

module.exports = { TagPdf, TagPdfApi, TagPdfTrigger };
