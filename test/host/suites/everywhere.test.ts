/** What runs on every pinned n8n, in one process of it. */
import './everywhere/loading';
import './everywhere/operations';
import './everywhere/search';
import './everywhere/trigger';
