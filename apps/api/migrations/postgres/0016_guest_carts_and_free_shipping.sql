CREATE TABLE "merged_carts" (
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"merged_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "merged_carts_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "ships_free" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "merged_carts" ADD CONSTRAINT "merged_carts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;