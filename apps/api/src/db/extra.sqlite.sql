CREATE VIRTUAL TABLE `search_index` USING fts5(words, content='', contentless_delete=1, detail='none', tokenize='ascii');--> statement-breakpoint
CREATE TABLE `catalogue_version` (`id` integer PRIMARY KEY, `n` integer NOT NULL) STRICT;--> statement-breakpoint
INSERT INTO `catalogue_version` VALUES (1, 0);--> statement-breakpoint
CREATE TRIGGER `products_insert` AFTER INSERT ON `products` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `products_update` AFTER UPDATE ON `products` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `products_delete` AFTER DELETE ON `products` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `variants_insert` AFTER INSERT ON `variants` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `variants_update` AFTER UPDATE ON `variants` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `variants_delete` AFTER DELETE ON `variants` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `media_insert` AFTER INSERT ON `media` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `media_update` AFTER UPDATE ON `media` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `media_delete` AFTER DELETE ON `media` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `deals_insert` AFTER INSERT ON `deals` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `deals_update` AFTER UPDATE ON `deals` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `deals_delete` AFTER DELETE ON `deals` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `categories_insert` AFTER INSERT ON `categories` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `categories_update` AFTER UPDATE ON `categories` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `categories_delete` AFTER DELETE ON `categories` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `banners_insert` AFTER INSERT ON `banners` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `banners_update` AFTER UPDATE ON `banners` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `banners_delete` AFTER DELETE ON `banners` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `pages_insert` AFTER INSERT ON `pages` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `pages_update` AFTER UPDATE ON `pages` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `pages_delete` AFTER DELETE ON `pages` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `settings_insert` AFTER INSERT ON `settings` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `settings_update` AFTER UPDATE ON `settings` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `settings_delete` AFTER DELETE ON `settings` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `search_synonyms_insert` AFTER INSERT ON `search_synonyms` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `search_synonyms_update` AFTER UPDATE ON `search_synonyms` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `search_synonyms_delete` AFTER DELETE ON `search_synonyms` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `translations_insert` AFTER INSERT ON `translations` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `translations_update` AFTER UPDATE ON `translations` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `translations_delete` AFTER DELETE ON `translations` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `search_documents_insert` AFTER INSERT ON `search_documents` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `search_documents_update` AFTER UPDATE ON `search_documents` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `search_documents_delete` AFTER DELETE ON `search_documents` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `reviews_insert` AFTER INSERT ON `reviews` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `reviews_update` AFTER UPDATE ON `reviews` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `reviews_delete` AFTER DELETE ON `reviews` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `questions_insert` AFTER INSERT ON `questions` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `questions_update` AFTER UPDATE ON `questions` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `questions_delete` AFTER DELETE ON `questions` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TABLE `audit_context` (`entry_id` integer NOT NULL, `part` integer NOT NULL) STRICT;--> statement-breakpoint
CREATE TRIGGER `audit_entries_stay` BEFORE UPDATE ON `audit_entries` WHEN NEW.input <> '{}' OR NEW.subject <> 'Erased' OR NEW.id <> OLD.id OR NEW.act <> OLD.act OR NEW.at <> OLD.at OR NEW.staff_name <> OLD.staff_name OR NEW.staff_id IS NOT OLD.staff_id OR NEW.via IS NOT OLD.via OR NEW.request_id IS NOT OLD.request_id OR NEW.undo_of IS NOT OLD.undo_of BEGIN SELECT raise(ABORT, 'the audit is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `audit_entries_remain` BEFORE DELETE ON `audit_entries` WHEN NOT EXISTS (SELECT 1 FROM audit_context WHERE entry_id = 0) BEGIN SELECT raise(ABORT, 'the audit is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `audit_changes_stay` BEFORE UPDATE ON `audit_changes` BEGIN SELECT raise(ABORT, 'the audit is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `ledger_entries_stay` BEFORE UPDATE ON `ledger_entries` BEGIN SELECT raise(ABORT, 'the ledger is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `ledger_entries_remain` BEFORE DELETE ON `ledger_entries` WHEN NOT EXISTS (SELECT 1 FROM audit_context WHERE entry_id = 0) BEGIN SELECT raise(ABORT, 'the ledger is append-only'); END;
