CREATE TABLE "search_index" (
	"product_id" integer PRIMARY KEY REFERENCES "products"("id") ON DELETE CASCADE,
	"words" tsvector NOT NULL
);--> statement-breakpoint
CREATE INDEX "search_index_words" ON "search_index" USING gin ("words");--> statement-breakpoint
ALTER TABLE "search_words" ALTER COLUMN "word" TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE "search_typos" ALTER COLUMN "deletion" TYPE text COLLATE "C";
--> statement-breakpoint
CREATE TABLE "catalogue_commits" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"changes" bigint NOT NULL,
	"xid" bigint NOT NULL
);--> statement-breakpoint
CREATE FUNCTION "catalogue_changed"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	-- Once in a transaction, in a row that no other transaction has locked.
	IF current_setting('haat.catalogue_changed', true) = 'yes' THEN RETURN NULL; END IF;
	PERFORM set_config('haat.catalogue_changed', 'yes', true);
	UPDATE catalogue_commits SET changes = changes + 1, xid = pg_current_xact_id()::text::bigint
		WHERE id = (SELECT id FROM catalogue_commits LIMIT 1 FOR UPDATE SKIP LOCKED);
	IF NOT FOUND THEN
		INSERT INTO catalogue_commits (changes, xid) VALUES (1, pg_current_xact_id()::text::bigint);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "catalogue_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "products" EXECUTE FUNCTION "catalogue_changed"();--> statement-breakpoint
CREATE TRIGGER "catalogue_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "variants" EXECUTE FUNCTION "catalogue_changed"();--> statement-breakpoint
CREATE TRIGGER "catalogue_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "media" EXECUTE FUNCTION "catalogue_changed"();--> statement-breakpoint
CREATE TRIGGER "catalogue_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "deals" EXECUTE FUNCTION "catalogue_changed"();--> statement-breakpoint
CREATE TRIGGER "catalogue_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "categories" EXECUTE FUNCTION "catalogue_changed"();--> statement-breakpoint
CREATE TRIGGER "catalogue_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "banners" EXECUTE FUNCTION "catalogue_changed"();--> statement-breakpoint
CREATE TRIGGER "catalogue_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "search_index" EXECUTE FUNCTION "catalogue_changed"();--> statement-breakpoint
CREATE TRIGGER "catalogue_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "search_words" EXECUTE FUNCTION "catalogue_changed"();
--> statement-breakpoint
CREATE TRIGGER "catalogue_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "settings" EXECUTE FUNCTION "catalogue_changed"();--> statement-breakpoint
CREATE TRIGGER "catalogue_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "pages" EXECUTE FUNCTION "catalogue_changed"();--> statement-breakpoint
CREATE TRIGGER "catalogue_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "search_synonyms" EXECUTE FUNCTION "catalogue_changed"();
