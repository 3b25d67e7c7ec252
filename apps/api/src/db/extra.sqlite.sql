CREATE VIRTUAL TABLE `search_index` USING fts5(words, content='', contentless_delete=1, detail='none', tokenize='ascii');
