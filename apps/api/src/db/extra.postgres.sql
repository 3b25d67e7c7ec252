CREATE TABLE "search_index" (
	"product_id" integer PRIMARY KEY REFERENCES "products"("id") ON DELETE CASCADE,
	"words" tsvector NOT NULL
);--> statement-breakpoint
CREATE INDEX "search_index_words" ON "search_index" USING gin ("words");--> statement-breakpoint
CREATE TABLE "catalogue_version" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"n" bigint NOT NULL
);--> statement-breakpoint
CREATE FUNCTION "raise_catalogue_version"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	-- Once in a transaction, in a row that no other transaction has locked: the version is the sum of all rows.
	IF current_setting('haat.raised_catalogue_version', true) = 'yes' THEN RETURN NULL; END IF;
	PERFORM set_config('haat.raised_catalogue_version', 'yes', true);
	UPDATE catalogue_version SET n = n + 1
		WHERE id = (SELECT id FROM catalogue_version LIMIT 1 FOR UPDATE SKIP LOCKED);
	IF NOT FOUND THEN INSERT INTO catalogue_version (n) VALUES (1); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "products" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "variants" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "media" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "deals" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "categories" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "banners" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "pages" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "settings" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "search_synonyms" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "search_documents" EXECUTE FUNCTION "raise_catalogue_version"();
