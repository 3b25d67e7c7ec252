CREATE TRIGGER "catalogue_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "settings" EXECUTE FUNCTION "catalogue_changed"();--> statement-breakpoint
CREATE TRIGGER "catalogue_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "pages" EXECUTE FUNCTION "catalogue_changed"();--> statement-breakpoint
CREATE TRIGGER "catalogue_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "search_synonyms" EXECUTE FUNCTION "catalogue_changed"();
