CREATE TABLE `addresses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`full_name` text NOT NULL,
	`phone` text NOT NULL,
	`address_line1` text NOT NULL,
	`address_line2` text,
	`city` text NOT NULL,
	`state` text NOT NULL,
	`country` text NOT NULL,
	`pincode` text NOT NULL,
	`is_default` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `addresses_user` ON `addresses` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `addresses_one_default` ON `addresses` (`user_id`) WHERE "addresses"."is_default";--> statement-breakpoint
CREATE TABLE `audit_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entry_id` integer NOT NULL,
	`part` integer NOT NULL,
	`table_name` text NOT NULL,
	`row_key` text NOT NULL,
	`label` text,
	`before` text,
	`after` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_changes_entry` ON `audit_changes` (`entry_id`,`part`);--> statement-breakpoint
CREATE INDEX `audit_changes_row` ON `audit_changes` (`table_name`,`row_key`);--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`via` text NOT NULL,
	`staff_id` integer,
	`staff_name` text NOT NULL,
	`ip` text,
	`request_id` text,
	`act` text NOT NULL,
	`subject` text NOT NULL,
	`input` text NOT NULL,
	`undo_of` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_entries_undo` ON `audit_entries` (`undo_of`);--> statement-breakpoint
CREATE TABLE `banners` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`banner_name` text NOT NULL,
	`banner_image` text NOT NULL,
	`link` text,
	`position` integer DEFAULT 0 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `camera_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`staff_id` integer NOT NULL,
	`session_id` integer NOT NULL,
	`product_id` integer,
	`phone_hash` text,
	`expires_at` integer NOT NULL,
	`media_urls` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `camera_links_token_hash_unique` ON `camera_links` (`token_hash`);--> statement-breakpoint
CREATE TABLE `cart_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`variant_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`variant_id`) REFERENCES `variants`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "cart_items_quantity" CHECK("cart_items"."quantity" between 1 and 999)
) STRICT;
--> statement-breakpoint
CREATE INDEX `cart_items_variant` ON `cart_items` (`variant_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `cart_items_line` ON `cart_items` (`user_id`,`variant_id`);--> statement-breakpoint
CREATE TABLE `categories` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`image_url` text,
	`parent_id` integer,
	`position` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `categories_slug_unique` ON `categories` (`slug`);--> statement-breakpoint
CREATE INDEX `categories_parent` ON `categories` (`parent_id`);--> statement-breakpoint
CREATE TABLE `counters` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `coupon_applications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`coupon_id` integer NOT NULL,
	`applied_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `coupon_applications_user_id_unique` ON `coupon_applications` (`user_id`);--> statement-breakpoint
CREATE INDEX `coupon_applications_coupon` ON `coupon_applications` (`coupon_id`);--> statement-breakpoint
CREATE TABLE `coupon_uses` (
	`coupon_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`used` integer NOT NULL,
	PRIMARY KEY(`coupon_id`, `user_id`),
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "coupon_uses_used" CHECK("coupon_uses"."used" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `coupon_uses_user` ON `coupon_uses` (`user_id`);--> statement-breakpoint
CREATE TABLE `coupons` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code` text NOT NULL,
	`description` text NOT NULL,
	`level` text NOT NULL,
	`kind` text NOT NULL,
	`value` integer NOT NULL,
	`min_amount` integer,
	`max_discount` integer,
	`starts_at` integer,
	`ends_at` integer,
	`usage_limit` integer,
	`per_user_limit` integer,
	`used_count` integer DEFAULT 0 NOT NULL,
	`category_id` integer,
	`product_id` integer,
	`user_id` integer,
	`is_active` integer DEFAULT true NOT NULL,
	`is_listed` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "coupons_level" CHECK("coupons"."level" in ('order', 'item')),
	CONSTRAINT "coupons_kind" CHECK("coupons"."kind" in ('percent', 'flat')),
	CONSTRAINT "coupons_value" CHECK("coupons"."value" > 0 and ("coupons"."kind" = 'flat' or "coupons"."value" <= 100)),
	CONSTRAINT "coupons_used" CHECK("coupons"."used_count" >= 0 and ("coupons"."usage_limit" is null or "coupons"."used_count" <= "coupons"."usage_limit"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_code_unique` ON `coupons` (`code`);--> statement-breakpoint
CREATE TABLE `deals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`deal_price` integer NOT NULL,
	`start_date` integer NOT NULL,
	`end_date` integer NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`is_applied` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "deals_price" CHECK("deals"."deal_price" >= 0),
	CONSTRAINT "deals_window" CHECK("deals"."end_date" > "deals"."start_date")
) STRICT;
--> statement-breakpoint
CREATE INDEX `deals_product` ON `deals` (`product_id`);--> statement-breakpoint
CREATE INDEX `deals_applied` ON `deals` (`is_applied`,`end_date`);--> statement-breakpoint
CREATE INDEX `deals_end` ON `deals` (`end_date`);--> statement-breakpoint
CREATE TABLE `delivery_rules` (
	`area` text PRIMARY KEY NOT NULL,
	`served` integer,
	`cod` integer,
	`charge` integer,
	`days_from` integer,
	`days_to` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `documents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`kind` text NOT NULL,
	`number` text NOT NULL,
	`issued_at` integer NOT NULL,
	`seller` text NOT NULL,
	`invoice_id` integer,
	`voided_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "documents_kind" CHECK(("documents"."kind" = 'credit_note') = ("documents"."invoice_id" is not null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_number_unique` ON `documents` (`number`);--> statement-breakpoint
CREATE INDEX `documents_order` ON `documents` (`order_id`);--> statement-breakpoint
CREATE INDEX `documents_issued` ON `documents` (`issued_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `documents_invoice` ON `documents` (`order_id`) WHERE "documents"."kind" <> 'credit_note' and "documents"."voided_at" is null;--> statement-breakpoint
CREATE TABLE `empty_searches` (
	`day` text NOT NULL,
	`term` text NOT NULL,
	`times` integer NOT NULL,
	PRIMARY KEY(`day`, `term`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`input` text NOT NULL,
	`state` text NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`result` text,
	`message` text,
	`staff_name` text NOT NULL,
	`started_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`ended_at` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `ledger_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`kind` text NOT NULL,
	`amount` integer NOT NULL,
	`source` text NOT NULL,
	`provider` text,
	`simulated` integer DEFAULT false NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_entries_source_unique` ON `ledger_entries` (`source`);--> statement-breakpoint
CREATE INDEX `ledger_entries_order` ON `ledger_entries` (`order_id`);--> statement-breakpoint
CREATE INDEX `ledger_entries_at` ON `ledger_entries` (`at`);--> statement-breakpoint
CREATE TABLE `media` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer NOT NULL,
	`variant_id` integer,
	`media_type` text NOT NULL,
	`media_url` text NOT NULL,
	`video_source` text,
	`alt` text DEFAULT '' NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`variant_id`) REFERENCES `variants`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `media_product` ON `media` (`product_id`);--> statement-breakpoint
CREATE INDEX `media_variant` ON `media` (`variant_id`);--> statement-breakpoint
CREATE TABLE `merged_carts` (
	`user_id` integer NOT NULL,
	`key` text NOT NULL,
	`merged_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`about` text NOT NULL,
	`about_id` integer NOT NULL,
	`text` text NOT NULL,
	`staff_name` text NOT NULL,
	`at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `notes_about` ON `notes` (`about`,`about_id`);--> statement-breakpoint
CREATE TABLE `order_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`note` text,
	`reference` text,
	`pieces` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `order_events_order` ON `order_events` (`order_id`,`id`);--> statement-breakpoint
CREATE TABLE `order_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`product_id` integer,
	`variant_id` integer,
	`product_name` text NOT NULL,
	`variant_name` text,
	`variant_image` text,
	`sku` text,
	`hsn` text,
	`gst_rate` real,
	`price` integer NOT NULL,
	`mrp` integer,
	`quantity` integer NOT NULL,
	`subtotal` integer NOT NULL,
	`discount_amount` integer DEFAULT 0 NOT NULL,
	`ships_free` integer DEFAULT false NOT NULL,
	`return_days` integer,
	`replaces_item_id` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_items_quantity" CHECK("order_items"."quantity" > 0),
	CONSTRAINT "order_items_subtotal" CHECK("order_items"."price" >= 0 and "order_items"."subtotal" = "order_items"."price" * "order_items"."quantity")
) STRICT;
--> statement-breakpoint
CREATE INDEX `order_items_order` ON `order_items` (`order_id`);--> statement-breakpoint
CREATE INDEX `order_items_variant` ON `order_items` (`variant_id`);--> statement-breakpoint
CREATE TABLE `orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_number` text DEFAULT '' NOT NULL,
	`user_id` integer NOT NULL,
	`status` text NOT NULL,
	`payment_method` text,
	`checkout` text NOT NULL,
	`created_at` integer NOT NULL,
	`shipping_name` text NOT NULL,
	`shipping_street` text NOT NULL,
	`shipping_city` text NOT NULL,
	`shipping_state` text NOT NULL,
	`shipping_country` text NOT NULL,
	`shipping_zip` text NOT NULL,
	`shipping_phone` text NOT NULL,
	`items_total` integer NOT NULL,
	`total_shipping_price` integer NOT NULL,
	`total_discount_amount` integer NOT NULL,
	`cod_fee` integer DEFAULT 0 NOT NULL,
	`total_amount` integer NOT NULL,
	`rounds_cash` integer DEFAULT false NOT NULL,
	`buyer_gstin` text,
	`buyer_company` text,
	`customer_note` text,
	`is_gift` integer DEFAULT false NOT NULL,
	`coupon_id` integer,
	`coupon_code` text,
	`idempotency_key` text NOT NULL,
	`request_hash` text NOT NULL,
	`hold_expires_at` integer,
	`paid_at` integer,
	`asks_confirmation` integer DEFAULT false NOT NULL,
	`confirmed_at` integer,
	`holds_stock` integer NOT NULL,
	`courier` text,
	`tracking_number` text,
	`arrives_from` text,
	`arrives_to` text,
	`language` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_amounts" CHECK("orders"."items_total" >= 0 and "orders"."total_shipping_price" >= 0 and "orders"."total_discount_amount" >= 0 and "orders"."cod_fee" >= 0),
	CONSTRAINT "orders_total" CHECK("orders"."total_amount" >= 0 and "orders"."total_amount" = "orders"."items_total" + "orders"."total_shipping_price" + "orders"."cod_fee" - "orders"."total_discount_amount")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_order_number_unique` ON `orders` (`order_number`);--> statement-breakpoint
CREATE INDEX `orders_user` ON `orders` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `orders_user_status` ON `orders` (`user_id`,`status`);--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`status`,`hold_expires_at`);--> statement-breakpoint
CREATE INDEX `orders_created` ON `orders` (`created_at`);--> statement-breakpoint
CREATE INDEX `orders_phone` ON `orders` (`shipping_phone`,`status`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_idempotency` ON `orders` (`user_id`,`idempotency_key`);--> statement-breakpoint
CREATE TABLE `otps` (
	`email_hash` text NOT NULL,
	`asker_hash` text DEFAULT '' NOT NULL,
	`code_hash` text NOT NULL,
	`is_mailed` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`tries_left` integer NOT NULL,
	PRIMARY KEY(`email_hash`, `asker_hash`),
	CONSTRAINT "otps_tries" CHECK("otps"."tries_left" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`done_at` integer,
	`last_error` text
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupe_key_unique` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`done_at`,`next_at`);--> statement-breakpoint
CREATE TABLE `pages` (
	`slug` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`in_footer` integer DEFAULT true NOT NULL,
	`changed_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `payment_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` text NOT NULL,
	`payment_id` integer NOT NULL,
	`state` text NOT NULL,
	`amount` integer NOT NULL,
	`outcome` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_events_event_id_unique` ON `payment_events` (`event_id`);--> statement-breakpoint
CREATE INDEX `payment_events_payment` ON `payment_events` (`payment_id`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`provider` text NOT NULL,
	`simulated` integer DEFAULT false NOT NULL,
	`merchant_order_id` text NOT NULL,
	`transaction_id` text NOT NULL,
	`provider_reference` text,
	`provider_payment_id` text,
	`payment_url` text,
	`amount` integer NOT NULL,
	`state` text NOT NULL,
	`started_at` integer NOT NULL,
	`paid_at` integer,
	`failed_at` integer,
	`problem` text,
	`utr` text,
	`next_check_at` integer,
	`fee` integer,
	`settled_at` integer,
	`settlement` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_amount" CHECK("payments"."amount" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_merchant_order_id_unique` ON `payments` (`merchant_order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_transaction_id_unique` ON `payments` (`transaction_id`);--> statement-breakpoint
CREATE INDEX `payments_order` ON `payments` (`order_id`,`id`);--> statement-breakpoint
CREATE INDEX `payments_check` ON `payments` (`next_check_at`);--> statement-breakpoint
CREATE INDEX `payments_money` ON `payments` (`provider_payment_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_paid` ON `payments` (`order_id`) WHERE "payments"."state" = 'PAID';--> statement-breakpoint
CREATE UNIQUE INDEX `payments_utr` ON `payments` (`utr`);--> statement-breakpoint
CREATE TABLE `product_notices` (
	`user_id` integer NOT NULL,
	`variant_id` integer NOT NULL,
	`price` integer NOT NULL,
	`was_in_stock` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `variant_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`variant_id`) REFERENCES `variants`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `product_notices_variant` ON `product_notices` (`variant_id`);--> statement-breakpoint
CREATE TABLE `products` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`brand` text NOT NULL,
	`category_id` integer NOT NULL,
	`short_description` text NOT NULL,
	`description` text NOT NULL,
	`hsn` text,
	`gst_rate` real,
	`country_of_origin` text NOT NULL,
	`manufacturer` text,
	`net_quantity` text,
	`consumer_care` text,
	`return_days` integer,
	`rating` real DEFAULT 0 NOT NULL,
	`review_count` integer DEFAULT 0 NOT NULL,
	`is_new_arrival` integer DEFAULT false NOT NULL,
	`is_featured` integer DEFAULT false NOT NULL,
	`no_cod` integer DEFAULT false NOT NULL,
	`is_on_sale` integer DEFAULT false NOT NULL,
	`is_published` integer DEFAULT true NOT NULL,
	`publish_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer,
	`external_key` text,
	`variant_id` integer,
	`price` integer DEFAULT 0 NOT NULL,
	`mrp` integer,
	`discount_percentage` integer DEFAULT 0 NOT NULL,
	`in_stock` integer DEFAULT false NOT NULL,
	`media_url` text,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "products_price" CHECK("products"."price" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `products_slug_unique` ON `products` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `products_external_key_unique` ON `products` (`external_key`);--> statement-breakpoint
CREATE INDEX `products_publish_at` ON `products` (`publish_at`) WHERE "products"."publish_at" is not null;--> statement-breakpoint
CREATE INDEX `products_id` ON `products` (`id`,`category_id`,`brand`,`price`,`discount_percentage`,`created_at`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`is_published`) WHERE "products"."is_published";--> statement-breakpoint
CREATE INDEX `products_price` ON `products` (`price`,`id`,`category_id`,`brand`,`discount_percentage`,`created_at`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`is_published`) WHERE "products"."is_published";--> statement-breakpoint
CREATE INDEX `products_discount` ON `products` (`discount_percentage`,`id`,`category_id`,`brand`,`price`,`created_at`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`is_published`) WHERE "products"."is_published";--> statement-breakpoint
CREATE INDEX `products_newest` ON `products` (`created_at`,`id`,`category_id`,`brand`,`price`,`discount_percentage`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`is_published`) WHERE "products"."is_published";--> statement-breakpoint
CREATE INDEX `products_category` ON `products` (`category_id`,`brand`,`id`,`price`,`discount_percentage`,`created_at`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`is_published`) WHERE "products"."is_published";--> statement-breakpoint
CREATE INDEX `products_brand` ON `products` (`brand`,`price`,`id`,`category_id`,`discount_percentage`,`created_at`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`is_published`) WHERE "products"."is_published";--> statement-breakpoint
CREATE TABLE `questions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`text` text NOT NULL,
	`asked_at` integer NOT NULL,
	`answer` text,
	`answered_at` integer,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `questions_product` ON `questions` (`product_id`,`answered_at`);--> statement-breakpoint
CREATE INDEX `questions_user` ON `questions` (`user_id`);--> statement-breakpoint
CREATE INDEX `questions_answered` ON `questions` (`answered_at`,`id`);--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`requests` integer NOT NULL,
	`resets_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `rate_limits_resets` ON `rate_limits` (`resets_at`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`payment_id` integer,
	`event_id` integer,
	`amount` integer NOT NULL,
	`upi` text,
	`state` text NOT NULL,
	`merchant_refund_id` text,
	`provider_refund_id` text,
	`problem` text,
	`next_check_at` integer,
	`reference` text,
	`due_at` integer NOT NULL,
	`paid_at` integer,
	`settled_at` integer,
	`settlement` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `order_events`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_merchant_refund_id_unique` ON `refunds` (`merchant_refund_id`);--> statement-breakpoint
CREATE INDEX `refunds_order` ON `refunds` (`order_id`,`state`);--> statement-breakpoint
CREATE INDEX `refunds_state` ON `refunds` (`state`,`paid_at`);--> statement-breakpoint
CREATE INDEX `refunds_payment` ON `refunds` (`payment_id`);--> statement-breakpoint
CREATE INDEX `refunds_event` ON `refunds` (`event_id`);--> statement-breakpoint
CREATE INDEX `refunds_check` ON `refunds` (`next_check_at`);--> statement-breakpoint
CREATE TABLE `return_photos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`request_id` integer NOT NULL,
	`media_url` text NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `return_requests`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `return_photos_request` ON `return_photos` (`request_id`);--> statement-breakpoint
CREATE TABLE `return_request_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`request_id` integer NOT NULL,
	`order_item_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	`variant_id` integer,
	FOREIGN KEY (`request_id`) REFERENCES `return_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_item_id`) REFERENCES `order_items`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "return_request_items_quantity" CHECK("return_request_items"."quantity" > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `return_request_items_request` ON `return_request_items` (`request_id`);--> statement-breakpoint
CREATE INDEX `return_request_items_item` ON `return_request_items` (`order_item_id`);--> statement-breakpoint
CREATE TABLE `return_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`state` text NOT NULL,
	`wish` text NOT NULL,
	`reason` text NOT NULL,
	`comment` text,
	`refund_upi` text,
	`requested_at` integer NOT NULL,
	`decided_at` integer,
	`answer` text,
	`closed_at` integer,
	`replacement_order_id` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`replacement_order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `return_requests_order` ON `return_requests` (`order_id`);--> statement-breakpoint
CREATE INDEX `return_requests_state` ON `return_requests` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `return_requests_replacement` ON `return_requests` (`replacement_order_id`);--> statement-breakpoint
CREATE TABLE `returns` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`order_item_id` integer,
	`quantity` integer NOT NULL,
	`amount` integer NOT NULL,
	`restocked` integer NOT NULL,
	`reason` text,
	`at` integer NOT NULL,
	`credit_note_id` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_item_id`) REFERENCES `order_items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`credit_note_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "returns_quantity" CHECK("returns"."quantity" >= 0 and "returns"."amount" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `returns_order` ON `returns` (`order_id`);--> statement-breakpoint
CREATE INDEX `returns_item` ON `returns` (`order_item_id`);--> statement-breakpoint
CREATE INDEX `returns_at` ON `returns` (`at`);--> statement-breakpoint
CREATE TABLE `review_photos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`review_id` integer NOT NULL,
	`media_url` text NOT NULL,
	FOREIGN KEY (`review_id`) REFERENCES `reviews`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `review_photos_review` ON `review_photos` (`review_id`);--> statement-breakpoint
CREATE TABLE `review_votes` (
	`review_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`review_id`, `user_id`),
	FOREIGN KEY (`review_id`) REFERENCES `reviews`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `review_votes_user` ON `review_votes` (`user_id`);--> statement-breakpoint
CREATE TABLE `reviews` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`state` text NOT NULL,
	`stars` integer NOT NULL,
	`text` text NOT NULL,
	`variant_name` text,
	`written_at` integer NOT NULL,
	`helpful` integer DEFAULT 0 NOT NULL,
	`answer` text,
	`answered_at` integer,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "reviews_stars" CHECK("reviews"."stars" between 1 and 5)
) STRICT;
--> statement-breakpoint
CREATE INDEX `reviews_user` ON `reviews` (`user_id`);--> statement-breakpoint
CREATE INDEX `reviews_state` ON `reviews` (`state`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_one` ON `reviews` (`product_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `roles` (
	`name` text PRIMARY KEY NOT NULL,
	`permissions` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `saved_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`variant_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`variant_id`) REFERENCES `variants`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "saved_items_quantity" CHECK("saved_items"."quantity" between 1 and 999)
) STRICT;
--> statement-breakpoint
CREATE INDEX `saved_items_variant` ON `saved_items` (`variant_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `saved_items_line` ON `saved_items` (`user_id`,`variant_id`);--> statement-breakpoint
CREATE TABLE `saved_views` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`search` text NOT NULL,
	`staff_id` integer NOT NULL,
	`is_shared` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `search_documents` (
	`product_id` integer PRIMARY KEY NOT NULL,
	`words` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `search_synonyms` (
	`term` text NOT NULL,
	`meaning` text NOT NULL,
	`is_removed` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`term`, `meaning`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `search_words` (
	`word` text PRIMARY KEY NOT NULL,
	`stem` text NOT NULL,
	`reversed_stem` text NOT NULL,
	`sound` text NOT NULL,
	`frequency` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `search_words_stem` ON `search_words` (`stem`);--> statement-breakpoint
CREATE INDEX `search_words_reversed` ON `search_words` (`reversed_stem`);--> statement-breakpoint
CREATE INDEX `search_words_sound` ON `search_words` (`sound`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`sid` text PRIMARY KEY NOT NULL,
	`id` integer DEFAULT 0 NOT NULL,
	`user_id` integer NOT NULL,
	`device` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `staff` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text NOT NULL,
	`totp_secret` text,
	`totp_confirmed_at` integer,
	`totp_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`disabled_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_email_unique` ON `staff` (`email`);--> statement-breakpoint
CREATE TABLE `staff_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`expires_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `staff_recovery_codes` (
	`staff_id` integer NOT NULL,
	`code_hash` text NOT NULL,
	PRIMARY KEY(`staff_id`, `code_hash`),
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `staff_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`id` integer NOT NULL,
	`staff_id` integer NOT NULL,
	`device` text NOT NULL,
	`ip` text NOT NULL,
	`is_remembered` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `staff_sessions_staff` ON `staff_sessions` (`staff_id`);--> statement-breakpoint
CREATE TABLE `translations` (
	`language` text NOT NULL,
	`key` text NOT NULL,
	`text` text NOT NULL,
	`translation` text NOT NULL,
	PRIMARY KEY(`language`, `key`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone_number` text NOT NULL,
	`email_verified_at` integer,
	`phone_verified_at` integer,
	`blocked_at` integer,
	`cod_blocked_at` integer,
	`tags` text DEFAULT '' NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
	`review_mails_ended_at` integer,
	`password_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_phone_number_unique` ON `users` (`phone_number`);--> statement-breakpoint
CREATE TABLE `variants` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer NOT NULL,
	`sku` text,
	`is_default` integer NOT NULL,
	`price` integer NOT NULL,
	`mrp` integer,
	`stock` integer NOT NULL,
	`color` text,
	`size` text,
	`variant_name` text,
	`weight` real,
	`length` real,
	`breadth` real,
	`height` real,
	`position` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "variants_stock" CHECK("variants"."stock" >= 0),
	CONSTRAINT "variants_price" CHECK("variants"."price" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `variants_product` ON `variants` (`product_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `variants_sku` ON `variants` (lower("sku"));--> statement-breakpoint
CREATE UNIQUE INDEX `variants_one_default` ON `variants` (`product_id`) WHERE "variants"."is_default";--> statement-breakpoint
CREATE TABLE `wishlist_items` (
	`user_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `product_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `wishlist_items_product` ON `wishlist_items` (`product_id`);--> statement-breakpoint
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
CREATE TRIGGER `ledger_entries_remain` BEFORE DELETE ON `ledger_entries` WHEN NOT EXISTS (SELECT 1 FROM audit_context WHERE entry_id = 0) BEGIN SELECT raise(ABORT, 'the ledger is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `audit_categories_insert` AFTER INSERT ON `categories` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'categories', new.`id` || '', new.`name`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_categories_update` AFTER UPDATE ON `categories` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'categories', new.`id` || '', new.`name`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'slug' AS k, old.`slug` AS o, new.`slug` AS n WHERE old.`slug` IS NOT new.`slug` UNION ALL SELECT 'name' AS k, old.`name` AS o, new.`name` AS n WHERE old.`name` IS NOT new.`name` UNION ALL SELECT 'image_url' AS k, old.`image_url` AS o, new.`image_url` AS n WHERE old.`image_url` IS NOT new.`image_url` UNION ALL SELECT 'parent_id' AS k, old.`parent_id` AS o, new.`parent_id` AS n WHERE old.`parent_id` IS NOT new.`parent_id` UNION ALL SELECT 'position' AS k, old.`position` AS o, new.`position` AS n WHERE old.`position` IS NOT new.`position`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_categories_delete` AFTER DELETE ON `categories` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'categories', old.`id` || '', old.`name`, json_object('id', old.`id`, 'slug', old.`slug`, 'name', old.`name`, 'image_url', old.`image_url`, 'parent_id', old.`parent_id`, 'position', old.`position`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_products_insert` AFTER INSERT ON `products` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'products', new.`id` || '', new.`name`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_products_update` AFTER UPDATE ON `products` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'products', new.`id` || '', new.`name`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'slug' AS k, old.`slug` AS o, new.`slug` AS n WHERE old.`slug` IS NOT new.`slug` UNION ALL SELECT 'name' AS k, old.`name` AS o, new.`name` AS n WHERE old.`name` IS NOT new.`name` UNION ALL SELECT 'brand' AS k, old.`brand` AS o, new.`brand` AS n WHERE old.`brand` IS NOT new.`brand` UNION ALL SELECT 'category_id' AS k, old.`category_id` AS o, new.`category_id` AS n WHERE old.`category_id` IS NOT new.`category_id` UNION ALL SELECT 'short_description' AS k, old.`short_description` AS o, new.`short_description` AS n WHERE old.`short_description` IS NOT new.`short_description` UNION ALL SELECT 'description' AS k, old.`description` AS o, new.`description` AS n WHERE old.`description` IS NOT new.`description` UNION ALL SELECT 'hsn' AS k, old.`hsn` AS o, new.`hsn` AS n WHERE old.`hsn` IS NOT new.`hsn` UNION ALL SELECT 'gst_rate' AS k, old.`gst_rate` AS o, new.`gst_rate` AS n WHERE old.`gst_rate` IS NOT new.`gst_rate` UNION ALL SELECT 'country_of_origin' AS k, old.`country_of_origin` AS o, new.`country_of_origin` AS n WHERE old.`country_of_origin` IS NOT new.`country_of_origin` UNION ALL SELECT 'manufacturer' AS k, old.`manufacturer` AS o, new.`manufacturer` AS n WHERE old.`manufacturer` IS NOT new.`manufacturer` UNION ALL SELECT 'net_quantity' AS k, old.`net_quantity` AS o, new.`net_quantity` AS n WHERE old.`net_quantity` IS NOT new.`net_quantity` UNION ALL SELECT 'consumer_care' AS k, old.`consumer_care` AS o, new.`consumer_care` AS n WHERE old.`consumer_care` IS NOT new.`consumer_care` UNION ALL SELECT 'return_days' AS k, old.`return_days` AS o, new.`return_days` AS n WHERE old.`return_days` IS NOT new.`return_days` UNION ALL SELECT 'rating' AS k, old.`rating` AS o, new.`rating` AS n WHERE old.`rating` IS NOT new.`rating` UNION ALL SELECT 'is_new_arrival' AS k, old.`is_new_arrival` AS o, new.`is_new_arrival` AS n WHERE old.`is_new_arrival` IS NOT new.`is_new_arrival` UNION ALL SELECT 'is_featured' AS k, old.`is_featured` AS o, new.`is_featured` AS n WHERE old.`is_featured` IS NOT new.`is_featured` UNION ALL SELECT 'no_cod' AS k, old.`no_cod` AS o, new.`no_cod` AS n WHERE old.`no_cod` IS NOT new.`no_cod` UNION ALL SELECT 'is_on_sale' AS k, old.`is_on_sale` AS o, new.`is_on_sale` AS n WHERE old.`is_on_sale` IS NOT new.`is_on_sale` UNION ALL SELECT 'is_published' AS k, old.`is_published` AS o, new.`is_published` AS n WHERE old.`is_published` IS NOT new.`is_published` UNION ALL SELECT 'publish_at' AS k, old.`publish_at` AS o, new.`publish_at` AS n WHERE old.`publish_at` IS NOT new.`publish_at` UNION ALL SELECT 'created_at' AS k, old.`created_at` AS o, new.`created_at` AS n WHERE old.`created_at` IS NOT new.`created_at` UNION ALL SELECT 'external_key' AS k, old.`external_key` AS o, new.`external_key` AS n WHERE old.`external_key` IS NOT new.`external_key`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_products_delete` AFTER DELETE ON `products` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'products', old.`id` || '', old.`name`, json_object('id', old.`id`, 'slug', old.`slug`, 'name', old.`name`, 'brand', old.`brand`, 'category_id', old.`category_id`, 'short_description', old.`short_description`, 'description', old.`description`, 'hsn', old.`hsn`, 'gst_rate', old.`gst_rate`, 'country_of_origin', old.`country_of_origin`, 'manufacturer', old.`manufacturer`, 'net_quantity', old.`net_quantity`, 'consumer_care', old.`consumer_care`, 'return_days', old.`return_days`, 'rating', old.`rating`, 'is_new_arrival', old.`is_new_arrival`, 'is_featured', old.`is_featured`, 'no_cod', old.`no_cod`, 'is_on_sale', old.`is_on_sale`, 'is_published', old.`is_published`, 'publish_at', old.`publish_at`, 'created_at', old.`created_at`, 'external_key', old.`external_key`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_variants_insert` AFTER INSERT ON `variants` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'variants', new.`id` || '', new.`sku`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_variants_update` AFTER UPDATE ON `variants` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'variants', new.`id` || '', new.`sku`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'product_id' AS k, old.`product_id` AS o, new.`product_id` AS n WHERE old.`product_id` IS NOT new.`product_id` UNION ALL SELECT 'sku' AS k, old.`sku` AS o, new.`sku` AS n WHERE old.`sku` IS NOT new.`sku` UNION ALL SELECT 'is_default' AS k, old.`is_default` AS o, new.`is_default` AS n WHERE old.`is_default` IS NOT new.`is_default` UNION ALL SELECT 'price' AS k, old.`price` AS o, new.`price` AS n WHERE old.`price` IS NOT new.`price` UNION ALL SELECT 'mrp' AS k, old.`mrp` AS o, new.`mrp` AS n WHERE old.`mrp` IS NOT new.`mrp` UNION ALL SELECT 'stock' AS k, old.`stock` AS o, new.`stock` AS n WHERE old.`stock` IS NOT new.`stock` UNION ALL SELECT 'color' AS k, old.`color` AS o, new.`color` AS n WHERE old.`color` IS NOT new.`color` UNION ALL SELECT 'size' AS k, old.`size` AS o, new.`size` AS n WHERE old.`size` IS NOT new.`size` UNION ALL SELECT 'variant_name' AS k, old.`variant_name` AS o, new.`variant_name` AS n WHERE old.`variant_name` IS NOT new.`variant_name` UNION ALL SELECT 'weight' AS k, old.`weight` AS o, new.`weight` AS n WHERE old.`weight` IS NOT new.`weight` UNION ALL SELECT 'length' AS k, old.`length` AS o, new.`length` AS n WHERE old.`length` IS NOT new.`length` UNION ALL SELECT 'breadth' AS k, old.`breadth` AS o, new.`breadth` AS n WHERE old.`breadth` IS NOT new.`breadth` UNION ALL SELECT 'height' AS k, old.`height` AS o, new.`height` AS n WHERE old.`height` IS NOT new.`height` UNION ALL SELECT 'position' AS k, old.`position` AS o, new.`position` AS n WHERE old.`position` IS NOT new.`position`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_variants_delete` AFTER DELETE ON `variants` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'variants', old.`id` || '', old.`sku`, json_object('id', old.`id`, 'product_id', old.`product_id`, 'sku', old.`sku`, 'is_default', old.`is_default`, 'price', old.`price`, 'mrp', old.`mrp`, 'stock', old.`stock`, 'color', old.`color`, 'size', old.`size`, 'variant_name', old.`variant_name`, 'weight', old.`weight`, 'length', old.`length`, 'breadth', old.`breadth`, 'height', old.`height`, 'position', old.`position`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_media_insert` AFTER INSERT ON `media` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'media', new.`id` || '', new.`media_url`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_media_update` AFTER UPDATE ON `media` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'media', new.`id` || '', new.`media_url`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'product_id' AS k, old.`product_id` AS o, new.`product_id` AS n WHERE old.`product_id` IS NOT new.`product_id` UNION ALL SELECT 'variant_id' AS k, old.`variant_id` AS o, new.`variant_id` AS n WHERE old.`variant_id` IS NOT new.`variant_id` UNION ALL SELECT 'media_type' AS k, old.`media_type` AS o, new.`media_type` AS n WHERE old.`media_type` IS NOT new.`media_type` UNION ALL SELECT 'media_url' AS k, old.`media_url` AS o, new.`media_url` AS n WHERE old.`media_url` IS NOT new.`media_url` UNION ALL SELECT 'video_source' AS k, old.`video_source` AS o, new.`video_source` AS n WHERE old.`video_source` IS NOT new.`video_source` UNION ALL SELECT 'alt' AS k, old.`alt` AS o, new.`alt` AS n WHERE old.`alt` IS NOT new.`alt` UNION ALL SELECT 'position' AS k, old.`position` AS o, new.`position` AS n WHERE old.`position` IS NOT new.`position`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_media_delete` AFTER DELETE ON `media` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'media', old.`id` || '', old.`media_url`, json_object('id', old.`id`, 'product_id', old.`product_id`, 'variant_id', old.`variant_id`, 'media_type', old.`media_type`, 'media_url', old.`media_url`, 'video_source', old.`video_source`, 'alt', old.`alt`, 'position', old.`position`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_reviews_insert` AFTER INSERT ON `reviews` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'reviews', new.`id` || '', new.`stars`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_reviews_update` AFTER UPDATE ON `reviews` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'reviews', new.`id` || '', new.`stars`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'product_id' AS k, old.`product_id` AS o, new.`product_id` AS n WHERE old.`product_id` IS NOT new.`product_id` UNION ALL SELECT 'user_id' AS k, old.`user_id` AS o, new.`user_id` AS n WHERE old.`user_id` IS NOT new.`user_id` UNION ALL SELECT 'state' AS k, old.`state` AS o, new.`state` AS n WHERE old.`state` IS NOT new.`state` UNION ALL SELECT 'stars' AS k, old.`stars` AS o, new.`stars` AS n WHERE old.`stars` IS NOT new.`stars` UNION ALL SELECT 'text' AS k, old.`text` AS o, new.`text` AS n WHERE old.`text` IS NOT new.`text` UNION ALL SELECT 'variant_name' AS k, old.`variant_name` AS o, new.`variant_name` AS n WHERE old.`variant_name` IS NOT new.`variant_name` UNION ALL SELECT 'written_at' AS k, old.`written_at` AS o, new.`written_at` AS n WHERE old.`written_at` IS NOT new.`written_at` UNION ALL SELECT 'answer' AS k, old.`answer` AS o, new.`answer` AS n WHERE old.`answer` IS NOT new.`answer` UNION ALL SELECT 'answered_at' AS k, old.`answered_at` AS o, new.`answered_at` AS n WHERE old.`answered_at` IS NOT new.`answered_at`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_reviews_delete` AFTER DELETE ON `reviews` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'reviews', old.`id` || '', old.`stars`, json_object('id', old.`id`, 'product_id', old.`product_id`, 'user_id', old.`user_id`, 'state', old.`state`, 'stars', old.`stars`, 'text', old.`text`, 'variant_name', old.`variant_name`, 'written_at', old.`written_at`, 'answer', old.`answer`, 'answered_at', old.`answered_at`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_questions_insert` AFTER INSERT ON `questions` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'questions', new.`id` || '', new.`text`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_questions_update` AFTER UPDATE ON `questions` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'questions', new.`id` || '', new.`text`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'product_id' AS k, old.`product_id` AS o, new.`product_id` AS n WHERE old.`product_id` IS NOT new.`product_id` UNION ALL SELECT 'user_id' AS k, old.`user_id` AS o, new.`user_id` AS n WHERE old.`user_id` IS NOT new.`user_id` UNION ALL SELECT 'text' AS k, old.`text` AS o, new.`text` AS n WHERE old.`text` IS NOT new.`text` UNION ALL SELECT 'asked_at' AS k, old.`asked_at` AS o, new.`asked_at` AS n WHERE old.`asked_at` IS NOT new.`asked_at` UNION ALL SELECT 'answer' AS k, old.`answer` AS o, new.`answer` AS n WHERE old.`answer` IS NOT new.`answer` UNION ALL SELECT 'answered_at' AS k, old.`answered_at` AS o, new.`answered_at` AS n WHERE old.`answered_at` IS NOT new.`answered_at`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_questions_delete` AFTER DELETE ON `questions` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'questions', old.`id` || '', old.`text`, json_object('id', old.`id`, 'product_id', old.`product_id`, 'user_id', old.`user_id`, 'text', old.`text`, 'asked_at', old.`asked_at`, 'answer', old.`answer`, 'answered_at', old.`answered_at`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_banners_insert` AFTER INSERT ON `banners` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'banners', new.`id` || '', new.`banner_name`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_banners_update` AFTER UPDATE ON `banners` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'banners', new.`id` || '', new.`banner_name`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'banner_name' AS k, old.`banner_name` AS o, new.`banner_name` AS n WHERE old.`banner_name` IS NOT new.`banner_name` UNION ALL SELECT 'banner_image' AS k, old.`banner_image` AS o, new.`banner_image` AS n WHERE old.`banner_image` IS NOT new.`banner_image` UNION ALL SELECT 'link' AS k, old.`link` AS o, new.`link` AS n WHERE old.`link` IS NOT new.`link` UNION ALL SELECT 'position' AS k, old.`position` AS o, new.`position` AS n WHERE old.`position` IS NOT new.`position` UNION ALL SELECT 'is_active' AS k, old.`is_active` AS o, new.`is_active` AS n WHERE old.`is_active` IS NOT new.`is_active`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_banners_delete` AFTER DELETE ON `banners` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'banners', old.`id` || '', old.`banner_name`, json_object('id', old.`id`, 'banner_name', old.`banner_name`, 'banner_image', old.`banner_image`, 'link', old.`link`, 'position', old.`position`, 'is_active', old.`is_active`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_deals_insert` AFTER INSERT ON `deals` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'deals', new.`id` || '', new.`name`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_deals_update` AFTER UPDATE ON `deals` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'deals', new.`id` || '', new.`name`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'product_id' AS k, old.`product_id` AS o, new.`product_id` AS n WHERE old.`product_id` IS NOT new.`product_id` UNION ALL SELECT 'name' AS k, old.`name` AS o, new.`name` AS n WHERE old.`name` IS NOT new.`name` UNION ALL SELECT 'description' AS k, old.`description` AS o, new.`description` AS n WHERE old.`description` IS NOT new.`description` UNION ALL SELECT 'deal_price' AS k, old.`deal_price` AS o, new.`deal_price` AS n WHERE old.`deal_price` IS NOT new.`deal_price` UNION ALL SELECT 'start_date' AS k, old.`start_date` AS o, new.`start_date` AS n WHERE old.`start_date` IS NOT new.`start_date` UNION ALL SELECT 'end_date' AS k, old.`end_date` AS o, new.`end_date` AS n WHERE old.`end_date` IS NOT new.`end_date` UNION ALL SELECT 'is_active' AS k, old.`is_active` AS o, new.`is_active` AS n WHERE old.`is_active` IS NOT new.`is_active`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_deals_delete` AFTER DELETE ON `deals` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'deals', old.`id` || '', old.`name`, json_object('id', old.`id`, 'product_id', old.`product_id`, 'name', old.`name`, 'description', old.`description`, 'deal_price', old.`deal_price`, 'start_date', old.`start_date`, 'end_date', old.`end_date`, 'is_active', old.`is_active`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_coupons_insert` AFTER INSERT ON `coupons` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'coupons', new.`id` || '', new.`code`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_coupons_update` AFTER UPDATE ON `coupons` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'coupons', new.`id` || '', new.`code`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'code' AS k, old.`code` AS o, new.`code` AS n WHERE old.`code` IS NOT new.`code` UNION ALL SELECT 'description' AS k, old.`description` AS o, new.`description` AS n WHERE old.`description` IS NOT new.`description` UNION ALL SELECT 'level' AS k, old.`level` AS o, new.`level` AS n WHERE old.`level` IS NOT new.`level` UNION ALL SELECT 'kind' AS k, old.`kind` AS o, new.`kind` AS n WHERE old.`kind` IS NOT new.`kind` UNION ALL SELECT 'value' AS k, old.`value` AS o, new.`value` AS n WHERE old.`value` IS NOT new.`value` UNION ALL SELECT 'min_amount' AS k, old.`min_amount` AS o, new.`min_amount` AS n WHERE old.`min_amount` IS NOT new.`min_amount` UNION ALL SELECT 'max_discount' AS k, old.`max_discount` AS o, new.`max_discount` AS n WHERE old.`max_discount` IS NOT new.`max_discount` UNION ALL SELECT 'starts_at' AS k, old.`starts_at` AS o, new.`starts_at` AS n WHERE old.`starts_at` IS NOT new.`starts_at` UNION ALL SELECT 'ends_at' AS k, old.`ends_at` AS o, new.`ends_at` AS n WHERE old.`ends_at` IS NOT new.`ends_at` UNION ALL SELECT 'usage_limit' AS k, old.`usage_limit` AS o, new.`usage_limit` AS n WHERE old.`usage_limit` IS NOT new.`usage_limit` UNION ALL SELECT 'per_user_limit' AS k, old.`per_user_limit` AS o, new.`per_user_limit` AS n WHERE old.`per_user_limit` IS NOT new.`per_user_limit` UNION ALL SELECT 'used_count' AS k, old.`used_count` AS o, new.`used_count` AS n WHERE old.`used_count` IS NOT new.`used_count` UNION ALL SELECT 'category_id' AS k, old.`category_id` AS o, new.`category_id` AS n WHERE old.`category_id` IS NOT new.`category_id` UNION ALL SELECT 'product_id' AS k, old.`product_id` AS o, new.`product_id` AS n WHERE old.`product_id` IS NOT new.`product_id` UNION ALL SELECT 'user_id' AS k, old.`user_id` AS o, new.`user_id` AS n WHERE old.`user_id` IS NOT new.`user_id` UNION ALL SELECT 'is_active' AS k, old.`is_active` AS o, new.`is_active` AS n WHERE old.`is_active` IS NOT new.`is_active` UNION ALL SELECT 'is_listed' AS k, old.`is_listed` AS o, new.`is_listed` AS n WHERE old.`is_listed` IS NOT new.`is_listed`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_coupons_delete` AFTER DELETE ON `coupons` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'coupons', old.`id` || '', old.`code`, json_object('id', old.`id`, 'code', old.`code`, 'description', old.`description`, 'level', old.`level`, 'kind', old.`kind`, 'value', old.`value`, 'min_amount', old.`min_amount`, 'max_discount', old.`max_discount`, 'starts_at', old.`starts_at`, 'ends_at', old.`ends_at`, 'usage_limit', old.`usage_limit`, 'per_user_limit', old.`per_user_limit`, 'used_count', old.`used_count`, 'category_id', old.`category_id`, 'product_id', old.`product_id`, 'user_id', old.`user_id`, 'is_active', old.`is_active`, 'is_listed', old.`is_listed`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_coupon_uses_insert` AFTER INSERT ON `coupon_uses` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'coupon_uses', new.`coupon_id` || '/' || new.`user_id` || '', NULL, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_coupon_uses_update` AFTER UPDATE ON `coupon_uses` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'coupon_uses', new.`coupon_id` || '/' || new.`user_id` || '', NULL, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'coupon_id' AS k, old.`coupon_id` AS o, new.`coupon_id` AS n WHERE old.`coupon_id` IS NOT new.`coupon_id` UNION ALL SELECT 'user_id' AS k, old.`user_id` AS o, new.`user_id` AS n WHERE old.`user_id` IS NOT new.`user_id` UNION ALL SELECT 'used' AS k, old.`used` AS o, new.`used` AS n WHERE old.`used` IS NOT new.`used`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_coupon_uses_delete` AFTER DELETE ON `coupon_uses` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'coupon_uses', old.`coupon_id` || '/' || old.`user_id` || '', NULL, json_object('coupon_id', old.`coupon_id`, 'user_id', old.`user_id`, 'used', old.`used`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_cart_items_insert` AFTER INSERT ON `cart_items` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'cart_items', new.`id` || '', NULL, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_cart_items_update` AFTER UPDATE ON `cart_items` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'cart_items', new.`id` || '', NULL, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'user_id' AS k, old.`user_id` AS o, new.`user_id` AS n WHERE old.`user_id` IS NOT new.`user_id` UNION ALL SELECT 'variant_id' AS k, old.`variant_id` AS o, new.`variant_id` AS n WHERE old.`variant_id` IS NOT new.`variant_id` UNION ALL SELECT 'quantity' AS k, old.`quantity` AS o, new.`quantity` AS n WHERE old.`quantity` IS NOT new.`quantity` UNION ALL SELECT 'created_at' AS k, old.`created_at` AS o, new.`created_at` AS n WHERE old.`created_at` IS NOT new.`created_at`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_cart_items_delete` AFTER DELETE ON `cart_items` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'cart_items', old.`id` || '', NULL, json_object('id', old.`id`, 'user_id', old.`user_id`, 'variant_id', old.`variant_id`, 'quantity', old.`quantity`, 'created_at', old.`created_at`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_saved_items_insert` AFTER INSERT ON `saved_items` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'saved_items', new.`id` || '', NULL, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_saved_items_update` AFTER UPDATE ON `saved_items` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'saved_items', new.`id` || '', NULL, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'user_id' AS k, old.`user_id` AS o, new.`user_id` AS n WHERE old.`user_id` IS NOT new.`user_id` UNION ALL SELECT 'variant_id' AS k, old.`variant_id` AS o, new.`variant_id` AS n WHERE old.`variant_id` IS NOT new.`variant_id` UNION ALL SELECT 'quantity' AS k, old.`quantity` AS o, new.`quantity` AS n WHERE old.`quantity` IS NOT new.`quantity` UNION ALL SELECT 'created_at' AS k, old.`created_at` AS o, new.`created_at` AS n WHERE old.`created_at` IS NOT new.`created_at`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_saved_items_delete` AFTER DELETE ON `saved_items` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'saved_items', old.`id` || '', NULL, json_object('id', old.`id`, 'user_id', old.`user_id`, 'variant_id', old.`variant_id`, 'quantity', old.`quantity`, 'created_at', old.`created_at`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_wishlist_items_insert` AFTER INSERT ON `wishlist_items` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'wishlist_items', new.`user_id` || '/' || new.`product_id` || '', NULL, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_wishlist_items_update` AFTER UPDATE ON `wishlist_items` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'wishlist_items', new.`user_id` || '/' || new.`product_id` || '', NULL, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'user_id' AS k, old.`user_id` AS o, new.`user_id` AS n WHERE old.`user_id` IS NOT new.`user_id` UNION ALL SELECT 'product_id' AS k, old.`product_id` AS o, new.`product_id` AS n WHERE old.`product_id` IS NOT new.`product_id` UNION ALL SELECT 'created_at' AS k, old.`created_at` AS o, new.`created_at` AS n WHERE old.`created_at` IS NOT new.`created_at`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_wishlist_items_delete` AFTER DELETE ON `wishlist_items` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'wishlist_items', old.`user_id` || '/' || old.`product_id` || '', NULL, json_object('user_id', old.`user_id`, 'product_id', old.`product_id`, 'created_at', old.`created_at`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_pages_insert` AFTER INSERT ON `pages` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'pages', new.`slug` || '', new.`title`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_pages_update` AFTER UPDATE ON `pages` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'pages', new.`slug` || '', new.`title`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'slug' AS k, old.`slug` AS o, new.`slug` AS n WHERE old.`slug` IS NOT new.`slug` UNION ALL SELECT 'title' AS k, old.`title` AS o, new.`title` AS n WHERE old.`title` IS NOT new.`title` UNION ALL SELECT 'text' AS k, old.`text` AS o, new.`text` AS n WHERE old.`text` IS NOT new.`text` UNION ALL SELECT 'in_footer' AS k, old.`in_footer` AS o, new.`in_footer` AS n WHERE old.`in_footer` IS NOT new.`in_footer` UNION ALL SELECT 'changed_at' AS k, old.`changed_at` AS o, new.`changed_at` AS n WHERE old.`changed_at` IS NOT new.`changed_at`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_pages_delete` AFTER DELETE ON `pages` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'pages', old.`slug` || '', old.`title`, json_object('slug', old.`slug`, 'title', old.`title`, 'text', old.`text`, 'in_footer', old.`in_footer`, 'changed_at', old.`changed_at`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_settings_insert` AFTER INSERT ON `settings` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'settings', new.`key` || '', new.`key`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_settings_update` AFTER UPDATE ON `settings` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'settings', new.`key` || '', new.`key`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'key' AS k, old.`key` AS o, new.`key` AS n WHERE old.`key` IS NOT new.`key` UNION ALL SELECT 'value' AS k, old.`value` AS o, new.`value` AS n WHERE old.`value` IS NOT new.`value`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_settings_delete` AFTER DELETE ON `settings` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'settings', old.`key` || '', old.`key`, json_object('key', old.`key`, 'value', old.`value`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_delivery_rules_insert` AFTER INSERT ON `delivery_rules` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'delivery_rules', new.`area` || '', new.`area`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_delivery_rules_update` AFTER UPDATE ON `delivery_rules` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'delivery_rules', new.`area` || '', new.`area`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'area' AS k, old.`area` AS o, new.`area` AS n WHERE old.`area` IS NOT new.`area` UNION ALL SELECT 'served' AS k, old.`served` AS o, new.`served` AS n WHERE old.`served` IS NOT new.`served` UNION ALL SELECT 'cod' AS k, old.`cod` AS o, new.`cod` AS n WHERE old.`cod` IS NOT new.`cod` UNION ALL SELECT 'charge' AS k, old.`charge` AS o, new.`charge` AS n WHERE old.`charge` IS NOT new.`charge` UNION ALL SELECT 'days_from' AS k, old.`days_from` AS o, new.`days_from` AS n WHERE old.`days_from` IS NOT new.`days_from` UNION ALL SELECT 'days_to' AS k, old.`days_to` AS o, new.`days_to` AS n WHERE old.`days_to` IS NOT new.`days_to`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_delivery_rules_delete` AFTER DELETE ON `delivery_rules` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'delivery_rules', old.`area` || '', old.`area`, json_object('area', old.`area`, 'served', old.`served`, 'cod', old.`cod`, 'charge', old.`charge`, 'days_from', old.`days_from`, 'days_to', old.`days_to`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_search_synonyms_insert` AFTER INSERT ON `search_synonyms` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'search_synonyms', new.`term` || '/' || new.`meaning` || '', new.`term`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_search_synonyms_update` AFTER UPDATE ON `search_synonyms` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'search_synonyms', new.`term` || '/' || new.`meaning` || '', new.`term`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'term' AS k, old.`term` AS o, new.`term` AS n WHERE old.`term` IS NOT new.`term` UNION ALL SELECT 'meaning' AS k, old.`meaning` AS o, new.`meaning` AS n WHERE old.`meaning` IS NOT new.`meaning` UNION ALL SELECT 'is_removed' AS k, old.`is_removed` AS o, new.`is_removed` AS n WHERE old.`is_removed` IS NOT new.`is_removed`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_search_synonyms_delete` AFTER DELETE ON `search_synonyms` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'search_synonyms', old.`term` || '/' || old.`meaning` || '', old.`term`, json_object('term', old.`term`, 'meaning', old.`meaning`, 'is_removed', old.`is_removed`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_translations_insert` AFTER INSERT ON `translations` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'translations', new.`language` || '/' || new.`key` || '', new.`text`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_translations_update` AFTER UPDATE ON `translations` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'translations', new.`language` || '/' || new.`key` || '', new.`text`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'language' AS k, old.`language` AS o, new.`language` AS n WHERE old.`language` IS NOT new.`language` UNION ALL SELECT 'key' AS k, old.`key` AS o, new.`key` AS n WHERE old.`key` IS NOT new.`key` UNION ALL SELECT 'text' AS k, old.`text` AS o, new.`text` AS n WHERE old.`text` IS NOT new.`text` UNION ALL SELECT 'translation' AS k, old.`translation` AS o, new.`translation` AS n WHERE old.`translation` IS NOT new.`translation`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_translations_delete` AFTER DELETE ON `translations` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'translations', old.`language` || '/' || old.`key` || '', old.`text`, json_object('language', old.`language`, 'key', old.`key`, 'text', old.`text`, 'translation', old.`translation`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_users_insert` AFTER INSERT ON `users` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'users', new.`id` || '', new.`name`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_users_update` AFTER UPDATE ON `users` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'users', new.`id` || '', new.`name`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'name' AS k, old.`name` AS o, new.`name` AS n WHERE old.`name` IS NOT new.`name` UNION ALL SELECT 'email' AS k, old.`email` AS o, new.`email` AS n WHERE old.`email` IS NOT new.`email` UNION ALL SELECT 'phone_number' AS k, old.`phone_number` AS o, new.`phone_number` AS n WHERE old.`phone_number` IS NOT new.`phone_number` UNION ALL SELECT 'email_verified_at' AS k, old.`email_verified_at` AS o, new.`email_verified_at` AS n WHERE old.`email_verified_at` IS NOT new.`email_verified_at` UNION ALL SELECT 'phone_verified_at' AS k, old.`phone_verified_at` AS o, new.`phone_verified_at` AS n WHERE old.`phone_verified_at` IS NOT new.`phone_verified_at` UNION ALL SELECT 'blocked_at' AS k, old.`blocked_at` AS o, new.`blocked_at` AS n WHERE old.`blocked_at` IS NOT new.`blocked_at` UNION ALL SELECT 'cod_blocked_at' AS k, old.`cod_blocked_at` AS o, new.`cod_blocked_at` AS n WHERE old.`cod_blocked_at` IS NOT new.`cod_blocked_at` UNION ALL SELECT 'tags' AS k, old.`tags` AS o, new.`tags` AS n WHERE old.`tags` IS NOT new.`tags` UNION ALL SELECT 'review_mails_ended_at' AS k, old.`review_mails_ended_at` AS o, new.`review_mails_ended_at` AS n WHERE old.`review_mails_ended_at` IS NOT new.`review_mails_ended_at` UNION ALL SELECT 'created_at' AS k, old.`created_at` AS o, new.`created_at` AS n WHERE old.`created_at` IS NOT new.`created_at`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_users_delete` AFTER DELETE ON `users` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'users', old.`id` || '', old.`name`, json_object('id', old.`id`, 'name', old.`name`, 'email', old.`email`, 'phone_number', old.`phone_number`, 'email_verified_at', old.`email_verified_at`, 'phone_verified_at', old.`phone_verified_at`, 'blocked_at', old.`blocked_at`, 'cod_blocked_at', old.`cod_blocked_at`, 'tags', old.`tags`, 'review_mails_ended_at', old.`review_mails_ended_at`, 'created_at', old.`created_at`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_orders_insert` AFTER INSERT ON `orders` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'orders', new.`id` || '', new.`order_number`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_orders_update` AFTER UPDATE ON `orders` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'orders', new.`id` || '', new.`order_number`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'order_number' AS k, old.`order_number` AS o, new.`order_number` AS n WHERE old.`order_number` IS NOT new.`order_number` UNION ALL SELECT 'user_id' AS k, old.`user_id` AS o, new.`user_id` AS n WHERE old.`user_id` IS NOT new.`user_id` UNION ALL SELECT 'status' AS k, old.`status` AS o, new.`status` AS n WHERE old.`status` IS NOT new.`status` UNION ALL SELECT 'payment_method' AS k, old.`payment_method` AS o, new.`payment_method` AS n WHERE old.`payment_method` IS NOT new.`payment_method` UNION ALL SELECT 'checkout' AS k, old.`checkout` AS o, new.`checkout` AS n WHERE old.`checkout` IS NOT new.`checkout` UNION ALL SELECT 'created_at' AS k, old.`created_at` AS o, new.`created_at` AS n WHERE old.`created_at` IS NOT new.`created_at` UNION ALL SELECT 'shipping_name' AS k, old.`shipping_name` AS o, new.`shipping_name` AS n WHERE old.`shipping_name` IS NOT new.`shipping_name` UNION ALL SELECT 'shipping_street' AS k, old.`shipping_street` AS o, new.`shipping_street` AS n WHERE old.`shipping_street` IS NOT new.`shipping_street` UNION ALL SELECT 'shipping_city' AS k, old.`shipping_city` AS o, new.`shipping_city` AS n WHERE old.`shipping_city` IS NOT new.`shipping_city` UNION ALL SELECT 'shipping_state' AS k, old.`shipping_state` AS o, new.`shipping_state` AS n WHERE old.`shipping_state` IS NOT new.`shipping_state` UNION ALL SELECT 'shipping_country' AS k, old.`shipping_country` AS o, new.`shipping_country` AS n WHERE old.`shipping_country` IS NOT new.`shipping_country` UNION ALL SELECT 'shipping_zip' AS k, old.`shipping_zip` AS o, new.`shipping_zip` AS n WHERE old.`shipping_zip` IS NOT new.`shipping_zip` UNION ALL SELECT 'shipping_phone' AS k, old.`shipping_phone` AS o, new.`shipping_phone` AS n WHERE old.`shipping_phone` IS NOT new.`shipping_phone` UNION ALL SELECT 'items_total' AS k, old.`items_total` AS o, new.`items_total` AS n WHERE old.`items_total` IS NOT new.`items_total` UNION ALL SELECT 'total_shipping_price' AS k, old.`total_shipping_price` AS o, new.`total_shipping_price` AS n WHERE old.`total_shipping_price` IS NOT new.`total_shipping_price` UNION ALL SELECT 'total_discount_amount' AS k, old.`total_discount_amount` AS o, new.`total_discount_amount` AS n WHERE old.`total_discount_amount` IS NOT new.`total_discount_amount` UNION ALL SELECT 'cod_fee' AS k, old.`cod_fee` AS o, new.`cod_fee` AS n WHERE old.`cod_fee` IS NOT new.`cod_fee` UNION ALL SELECT 'total_amount' AS k, old.`total_amount` AS o, new.`total_amount` AS n WHERE old.`total_amount` IS NOT new.`total_amount` UNION ALL SELECT 'rounds_cash' AS k, old.`rounds_cash` AS o, new.`rounds_cash` AS n WHERE old.`rounds_cash` IS NOT new.`rounds_cash` UNION ALL SELECT 'buyer_gstin' AS k, old.`buyer_gstin` AS o, new.`buyer_gstin` AS n WHERE old.`buyer_gstin` IS NOT new.`buyer_gstin` UNION ALL SELECT 'buyer_company' AS k, old.`buyer_company` AS o, new.`buyer_company` AS n WHERE old.`buyer_company` IS NOT new.`buyer_company` UNION ALL SELECT 'customer_note' AS k, old.`customer_note` AS o, new.`customer_note` AS n WHERE old.`customer_note` IS NOT new.`customer_note` UNION ALL SELECT 'is_gift' AS k, old.`is_gift` AS o, new.`is_gift` AS n WHERE old.`is_gift` IS NOT new.`is_gift` UNION ALL SELECT 'coupon_id' AS k, old.`coupon_id` AS o, new.`coupon_id` AS n WHERE old.`coupon_id` IS NOT new.`coupon_id` UNION ALL SELECT 'coupon_code' AS k, old.`coupon_code` AS o, new.`coupon_code` AS n WHERE old.`coupon_code` IS NOT new.`coupon_code` UNION ALL SELECT 'idempotency_key' AS k, old.`idempotency_key` AS o, new.`idempotency_key` AS n WHERE old.`idempotency_key` IS NOT new.`idempotency_key` UNION ALL SELECT 'request_hash' AS k, old.`request_hash` AS o, new.`request_hash` AS n WHERE old.`request_hash` IS NOT new.`request_hash` UNION ALL SELECT 'hold_expires_at' AS k, old.`hold_expires_at` AS o, new.`hold_expires_at` AS n WHERE old.`hold_expires_at` IS NOT new.`hold_expires_at` UNION ALL SELECT 'paid_at' AS k, old.`paid_at` AS o, new.`paid_at` AS n WHERE old.`paid_at` IS NOT new.`paid_at` UNION ALL SELECT 'asks_confirmation' AS k, old.`asks_confirmation` AS o, new.`asks_confirmation` AS n WHERE old.`asks_confirmation` IS NOT new.`asks_confirmation` UNION ALL SELECT 'confirmed_at' AS k, old.`confirmed_at` AS o, new.`confirmed_at` AS n WHERE old.`confirmed_at` IS NOT new.`confirmed_at` UNION ALL SELECT 'holds_stock' AS k, old.`holds_stock` AS o, new.`holds_stock` AS n WHERE old.`holds_stock` IS NOT new.`holds_stock` UNION ALL SELECT 'courier' AS k, old.`courier` AS o, new.`courier` AS n WHERE old.`courier` IS NOT new.`courier` UNION ALL SELECT 'tracking_number' AS k, old.`tracking_number` AS o, new.`tracking_number` AS n WHERE old.`tracking_number` IS NOT new.`tracking_number` UNION ALL SELECT 'arrives_from' AS k, old.`arrives_from` AS o, new.`arrives_from` AS n WHERE old.`arrives_from` IS NOT new.`arrives_from` UNION ALL SELECT 'arrives_to' AS k, old.`arrives_to` AS o, new.`arrives_to` AS n WHERE old.`arrives_to` IS NOT new.`arrives_to` UNION ALL SELECT 'language' AS k, old.`language` AS o, new.`language` AS n WHERE old.`language` IS NOT new.`language`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_orders_delete` AFTER DELETE ON `orders` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'orders', old.`id` || '', old.`order_number`, json_object('id', old.`id`, 'order_number', old.`order_number`, 'user_id', old.`user_id`, 'status', old.`status`, 'payment_method', old.`payment_method`, 'checkout', old.`checkout`, 'created_at', old.`created_at`, 'shipping_name', old.`shipping_name`, 'shipping_street', old.`shipping_street`, 'shipping_city', old.`shipping_city`, 'shipping_state', old.`shipping_state`, 'shipping_country', old.`shipping_country`, 'shipping_zip', old.`shipping_zip`, 'shipping_phone', old.`shipping_phone`, 'items_total', old.`items_total`, 'total_shipping_price', old.`total_shipping_price`, 'total_discount_amount', old.`total_discount_amount`, 'cod_fee', old.`cod_fee`, 'total_amount', old.`total_amount`, 'rounds_cash', old.`rounds_cash`, 'buyer_gstin', old.`buyer_gstin`, 'buyer_company', old.`buyer_company`, 'customer_note', old.`customer_note`, 'is_gift', old.`is_gift`, 'coupon_id', old.`coupon_id`, 'coupon_code', old.`coupon_code`, 'idempotency_key', old.`idempotency_key`, 'request_hash', old.`request_hash`, 'hold_expires_at', old.`hold_expires_at`, 'paid_at', old.`paid_at`, 'asks_confirmation', old.`asks_confirmation`, 'confirmed_at', old.`confirmed_at`, 'holds_stock', old.`holds_stock`, 'courier', old.`courier`, 'tracking_number', old.`tracking_number`, 'arrives_from', old.`arrives_from`, 'arrives_to', old.`arrives_to`, 'language', old.`language`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_order_items_insert` AFTER INSERT ON `order_items` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'order_items', new.`id` || '', new.`product_name`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_order_items_update` AFTER UPDATE ON `order_items` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'order_items', new.`id` || '', new.`product_name`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'order_id' AS k, old.`order_id` AS o, new.`order_id` AS n WHERE old.`order_id` IS NOT new.`order_id` UNION ALL SELECT 'product_id' AS k, old.`product_id` AS o, new.`product_id` AS n WHERE old.`product_id` IS NOT new.`product_id` UNION ALL SELECT 'variant_id' AS k, old.`variant_id` AS o, new.`variant_id` AS n WHERE old.`variant_id` IS NOT new.`variant_id` UNION ALL SELECT 'product_name' AS k, old.`product_name` AS o, new.`product_name` AS n WHERE old.`product_name` IS NOT new.`product_name` UNION ALL SELECT 'variant_name' AS k, old.`variant_name` AS o, new.`variant_name` AS n WHERE old.`variant_name` IS NOT new.`variant_name` UNION ALL SELECT 'variant_image' AS k, old.`variant_image` AS o, new.`variant_image` AS n WHERE old.`variant_image` IS NOT new.`variant_image` UNION ALL SELECT 'sku' AS k, old.`sku` AS o, new.`sku` AS n WHERE old.`sku` IS NOT new.`sku` UNION ALL SELECT 'hsn' AS k, old.`hsn` AS o, new.`hsn` AS n WHERE old.`hsn` IS NOT new.`hsn` UNION ALL SELECT 'gst_rate' AS k, old.`gst_rate` AS o, new.`gst_rate` AS n WHERE old.`gst_rate` IS NOT new.`gst_rate` UNION ALL SELECT 'price' AS k, old.`price` AS o, new.`price` AS n WHERE old.`price` IS NOT new.`price` UNION ALL SELECT 'mrp' AS k, old.`mrp` AS o, new.`mrp` AS n WHERE old.`mrp` IS NOT new.`mrp` UNION ALL SELECT 'quantity' AS k, old.`quantity` AS o, new.`quantity` AS n WHERE old.`quantity` IS NOT new.`quantity` UNION ALL SELECT 'subtotal' AS k, old.`subtotal` AS o, new.`subtotal` AS n WHERE old.`subtotal` IS NOT new.`subtotal` UNION ALL SELECT 'discount_amount' AS k, old.`discount_amount` AS o, new.`discount_amount` AS n WHERE old.`discount_amount` IS NOT new.`discount_amount` UNION ALL SELECT 'ships_free' AS k, old.`ships_free` AS o, new.`ships_free` AS n WHERE old.`ships_free` IS NOT new.`ships_free` UNION ALL SELECT 'return_days' AS k, old.`return_days` AS o, new.`return_days` AS n WHERE old.`return_days` IS NOT new.`return_days` UNION ALL SELECT 'replaces_item_id' AS k, old.`replaces_item_id` AS o, new.`replaces_item_id` AS n WHERE old.`replaces_item_id` IS NOT new.`replaces_item_id`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_order_items_delete` AFTER DELETE ON `order_items` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'order_items', old.`id` || '', old.`product_name`, json_object('id', old.`id`, 'order_id', old.`order_id`, 'product_id', old.`product_id`, 'variant_id', old.`variant_id`, 'product_name', old.`product_name`, 'variant_name', old.`variant_name`, 'variant_image', old.`variant_image`, 'sku', old.`sku`, 'hsn', old.`hsn`, 'gst_rate', old.`gst_rate`, 'price', old.`price`, 'mrp', old.`mrp`, 'quantity', old.`quantity`, 'subtotal', old.`subtotal`, 'discount_amount', old.`discount_amount`, 'ships_free', old.`ships_free`, 'return_days', old.`return_days`, 'replaces_item_id', old.`replaces_item_id`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_order_events_insert` AFTER INSERT ON `order_events` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'order_events', new.`id` || '', new.`kind`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_order_events_update` AFTER UPDATE ON `order_events` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'order_events', new.`id` || '', new.`kind`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'order_id' AS k, old.`order_id` AS o, new.`order_id` AS n WHERE old.`order_id` IS NOT new.`order_id` UNION ALL SELECT 'kind' AS k, old.`kind` AS o, new.`kind` AS n WHERE old.`kind` IS NOT new.`kind` UNION ALL SELECT 'status' AS k, old.`status` AS o, new.`status` AS n WHERE old.`status` IS NOT new.`status` UNION ALL SELECT 'note' AS k, old.`note` AS o, new.`note` AS n WHERE old.`note` IS NOT new.`note` UNION ALL SELECT 'reference' AS k, old.`reference` AS o, new.`reference` AS n WHERE old.`reference` IS NOT new.`reference` UNION ALL SELECT 'pieces' AS k, old.`pieces` AS o, new.`pieces` AS n WHERE old.`pieces` IS NOT new.`pieces` UNION ALL SELECT 'at' AS k, old.`at` AS o, new.`at` AS n WHERE old.`at` IS NOT new.`at`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_order_events_delete` AFTER DELETE ON `order_events` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'order_events', old.`id` || '', old.`kind`, json_object('id', old.`id`, 'order_id', old.`order_id`, 'kind', old.`kind`, 'status', old.`status`, 'note', old.`note`, 'reference', old.`reference`, 'pieces', old.`pieces`, 'at', old.`at`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_returns_insert` AFTER INSERT ON `returns` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'returns', new.`id` || '', NULL, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_returns_update` AFTER UPDATE ON `returns` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'returns', new.`id` || '', NULL, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'order_id' AS k, old.`order_id` AS o, new.`order_id` AS n WHERE old.`order_id` IS NOT new.`order_id` UNION ALL SELECT 'order_item_id' AS k, old.`order_item_id` AS o, new.`order_item_id` AS n WHERE old.`order_item_id` IS NOT new.`order_item_id` UNION ALL SELECT 'quantity' AS k, old.`quantity` AS o, new.`quantity` AS n WHERE old.`quantity` IS NOT new.`quantity` UNION ALL SELECT 'amount' AS k, old.`amount` AS o, new.`amount` AS n WHERE old.`amount` IS NOT new.`amount` UNION ALL SELECT 'restocked' AS k, old.`restocked` AS o, new.`restocked` AS n WHERE old.`restocked` IS NOT new.`restocked` UNION ALL SELECT 'reason' AS k, old.`reason` AS o, new.`reason` AS n WHERE old.`reason` IS NOT new.`reason` UNION ALL SELECT 'at' AS k, old.`at` AS o, new.`at` AS n WHERE old.`at` IS NOT new.`at` UNION ALL SELECT 'credit_note_id' AS k, old.`credit_note_id` AS o, new.`credit_note_id` AS n WHERE old.`credit_note_id` IS NOT new.`credit_note_id`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_returns_delete` AFTER DELETE ON `returns` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'returns', old.`id` || '', NULL, json_object('id', old.`id`, 'order_id', old.`order_id`, 'order_item_id', old.`order_item_id`, 'quantity', old.`quantity`, 'amount', old.`amount`, 'restocked', old.`restocked`, 'reason', old.`reason`, 'at', old.`at`, 'credit_note_id', old.`credit_note_id`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_return_requests_insert` AFTER INSERT ON `return_requests` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'return_requests', new.`id` || '', new.`id`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_return_requests_update` AFTER UPDATE ON `return_requests` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'return_requests', new.`id` || '', new.`id`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'order_id' AS k, old.`order_id` AS o, new.`order_id` AS n WHERE old.`order_id` IS NOT new.`order_id` UNION ALL SELECT 'state' AS k, old.`state` AS o, new.`state` AS n WHERE old.`state` IS NOT new.`state` UNION ALL SELECT 'wish' AS k, old.`wish` AS o, new.`wish` AS n WHERE old.`wish` IS NOT new.`wish` UNION ALL SELECT 'reason' AS k, old.`reason` AS o, new.`reason` AS n WHERE old.`reason` IS NOT new.`reason` UNION ALL SELECT 'requested_at' AS k, old.`requested_at` AS o, new.`requested_at` AS n WHERE old.`requested_at` IS NOT new.`requested_at` UNION ALL SELECT 'decided_at' AS k, old.`decided_at` AS o, new.`decided_at` AS n WHERE old.`decided_at` IS NOT new.`decided_at` UNION ALL SELECT 'answer' AS k, old.`answer` AS o, new.`answer` AS n WHERE old.`answer` IS NOT new.`answer` UNION ALL SELECT 'closed_at' AS k, old.`closed_at` AS o, new.`closed_at` AS n WHERE old.`closed_at` IS NOT new.`closed_at` UNION ALL SELECT 'replacement_order_id' AS k, old.`replacement_order_id` AS o, new.`replacement_order_id` AS n WHERE old.`replacement_order_id` IS NOT new.`replacement_order_id`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_return_requests_delete` AFTER DELETE ON `return_requests` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'return_requests', old.`id` || '', old.`id`, json_object('id', old.`id`, 'order_id', old.`order_id`, 'state', old.`state`, 'wish', old.`wish`, 'reason', old.`reason`, 'requested_at', old.`requested_at`, 'decided_at', old.`decided_at`, 'answer', old.`answer`, 'closed_at', old.`closed_at`, 'replacement_order_id', old.`replacement_order_id`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_payments_insert` AFTER INSERT ON `payments` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'payments', new.`id` || '', new.`transaction_id`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_payments_update` AFTER UPDATE ON `payments` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'payments', new.`id` || '', new.`transaction_id`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'order_id' AS k, old.`order_id` AS o, new.`order_id` AS n WHERE old.`order_id` IS NOT new.`order_id` UNION ALL SELECT 'provider' AS k, old.`provider` AS o, new.`provider` AS n WHERE old.`provider` IS NOT new.`provider` UNION ALL SELECT 'simulated' AS k, old.`simulated` AS o, new.`simulated` AS n WHERE old.`simulated` IS NOT new.`simulated` UNION ALL SELECT 'merchant_order_id' AS k, old.`merchant_order_id` AS o, new.`merchant_order_id` AS n WHERE old.`merchant_order_id` IS NOT new.`merchant_order_id` UNION ALL SELECT 'transaction_id' AS k, old.`transaction_id` AS o, new.`transaction_id` AS n WHERE old.`transaction_id` IS NOT new.`transaction_id` UNION ALL SELECT 'provider_reference' AS k, old.`provider_reference` AS o, new.`provider_reference` AS n WHERE old.`provider_reference` IS NOT new.`provider_reference` UNION ALL SELECT 'provider_payment_id' AS k, old.`provider_payment_id` AS o, new.`provider_payment_id` AS n WHERE old.`provider_payment_id` IS NOT new.`provider_payment_id` UNION ALL SELECT 'payment_url' AS k, old.`payment_url` AS o, new.`payment_url` AS n WHERE old.`payment_url` IS NOT new.`payment_url` UNION ALL SELECT 'amount' AS k, old.`amount` AS o, new.`amount` AS n WHERE old.`amount` IS NOT new.`amount` UNION ALL SELECT 'state' AS k, old.`state` AS o, new.`state` AS n WHERE old.`state` IS NOT new.`state` UNION ALL SELECT 'started_at' AS k, old.`started_at` AS o, new.`started_at` AS n WHERE old.`started_at` IS NOT new.`started_at` UNION ALL SELECT 'paid_at' AS k, old.`paid_at` AS o, new.`paid_at` AS n WHERE old.`paid_at` IS NOT new.`paid_at` UNION ALL SELECT 'failed_at' AS k, old.`failed_at` AS o, new.`failed_at` AS n WHERE old.`failed_at` IS NOT new.`failed_at` UNION ALL SELECT 'problem' AS k, old.`problem` AS o, new.`problem` AS n WHERE old.`problem` IS NOT new.`problem` UNION ALL SELECT 'utr' AS k, old.`utr` AS o, new.`utr` AS n WHERE old.`utr` IS NOT new.`utr` UNION ALL SELECT 'next_check_at' AS k, old.`next_check_at` AS o, new.`next_check_at` AS n WHERE old.`next_check_at` IS NOT new.`next_check_at` UNION ALL SELECT 'fee' AS k, old.`fee` AS o, new.`fee` AS n WHERE old.`fee` IS NOT new.`fee` UNION ALL SELECT 'settled_at' AS k, old.`settled_at` AS o, new.`settled_at` AS n WHERE old.`settled_at` IS NOT new.`settled_at` UNION ALL SELECT 'settlement' AS k, old.`settlement` AS o, new.`settlement` AS n WHERE old.`settlement` IS NOT new.`settlement`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_payments_delete` AFTER DELETE ON `payments` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'payments', old.`id` || '', old.`transaction_id`, json_object('id', old.`id`, 'order_id', old.`order_id`, 'provider', old.`provider`, 'simulated', old.`simulated`, 'merchant_order_id', old.`merchant_order_id`, 'transaction_id', old.`transaction_id`, 'provider_reference', old.`provider_reference`, 'provider_payment_id', old.`provider_payment_id`, 'payment_url', old.`payment_url`, 'amount', old.`amount`, 'state', old.`state`, 'started_at', old.`started_at`, 'paid_at', old.`paid_at`, 'failed_at', old.`failed_at`, 'problem', old.`problem`, 'utr', old.`utr`, 'next_check_at', old.`next_check_at`, 'fee', old.`fee`, 'settled_at', old.`settled_at`, 'settlement', old.`settlement`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_refunds_insert` AFTER INSERT ON `refunds` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'refunds', new.`id` || '', new.`reference`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_refunds_update` AFTER UPDATE ON `refunds` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'refunds', new.`id` || '', new.`reference`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'order_id' AS k, old.`order_id` AS o, new.`order_id` AS n WHERE old.`order_id` IS NOT new.`order_id` UNION ALL SELECT 'payment_id' AS k, old.`payment_id` AS o, new.`payment_id` AS n WHERE old.`payment_id` IS NOT new.`payment_id` UNION ALL SELECT 'event_id' AS k, old.`event_id` AS o, new.`event_id` AS n WHERE old.`event_id` IS NOT new.`event_id` UNION ALL SELECT 'amount' AS k, old.`amount` AS o, new.`amount` AS n WHERE old.`amount` IS NOT new.`amount` UNION ALL SELECT 'state' AS k, old.`state` AS o, new.`state` AS n WHERE old.`state` IS NOT new.`state` UNION ALL SELECT 'merchant_refund_id' AS k, old.`merchant_refund_id` AS o, new.`merchant_refund_id` AS n WHERE old.`merchant_refund_id` IS NOT new.`merchant_refund_id` UNION ALL SELECT 'provider_refund_id' AS k, old.`provider_refund_id` AS o, new.`provider_refund_id` AS n WHERE old.`provider_refund_id` IS NOT new.`provider_refund_id` UNION ALL SELECT 'problem' AS k, old.`problem` AS o, new.`problem` AS n WHERE old.`problem` IS NOT new.`problem` UNION ALL SELECT 'next_check_at' AS k, old.`next_check_at` AS o, new.`next_check_at` AS n WHERE old.`next_check_at` IS NOT new.`next_check_at` UNION ALL SELECT 'reference' AS k, old.`reference` AS o, new.`reference` AS n WHERE old.`reference` IS NOT new.`reference` UNION ALL SELECT 'due_at' AS k, old.`due_at` AS o, new.`due_at` AS n WHERE old.`due_at` IS NOT new.`due_at` UNION ALL SELECT 'paid_at' AS k, old.`paid_at` AS o, new.`paid_at` AS n WHERE old.`paid_at` IS NOT new.`paid_at` UNION ALL SELECT 'settled_at' AS k, old.`settled_at` AS o, new.`settled_at` AS n WHERE old.`settled_at` IS NOT new.`settled_at` UNION ALL SELECT 'settlement' AS k, old.`settlement` AS o, new.`settlement` AS n WHERE old.`settlement` IS NOT new.`settlement`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_refunds_delete` AFTER DELETE ON `refunds` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'refunds', old.`id` || '', old.`reference`, json_object('id', old.`id`, 'order_id', old.`order_id`, 'payment_id', old.`payment_id`, 'event_id', old.`event_id`, 'amount', old.`amount`, 'state', old.`state`, 'merchant_refund_id', old.`merchant_refund_id`, 'provider_refund_id', old.`provider_refund_id`, 'problem', old.`problem`, 'next_check_at', old.`next_check_at`, 'reference', old.`reference`, 'due_at', old.`due_at`, 'paid_at', old.`paid_at`, 'settled_at', old.`settled_at`, 'settlement', old.`settlement`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_ledger_entries_insert` AFTER INSERT ON `ledger_entries` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'ledger_entries', new.`id` || '', new.`source`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_ledger_entries_update` AFTER UPDATE ON `ledger_entries` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'ledger_entries', new.`id` || '', new.`source`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'order_id' AS k, old.`order_id` AS o, new.`order_id` AS n WHERE old.`order_id` IS NOT new.`order_id` UNION ALL SELECT 'kind' AS k, old.`kind` AS o, new.`kind` AS n WHERE old.`kind` IS NOT new.`kind` UNION ALL SELECT 'amount' AS k, old.`amount` AS o, new.`amount` AS n WHERE old.`amount` IS NOT new.`amount` UNION ALL SELECT 'source' AS k, old.`source` AS o, new.`source` AS n WHERE old.`source` IS NOT new.`source` UNION ALL SELECT 'provider' AS k, old.`provider` AS o, new.`provider` AS n WHERE old.`provider` IS NOT new.`provider` UNION ALL SELECT 'simulated' AS k, old.`simulated` AS o, new.`simulated` AS n WHERE old.`simulated` IS NOT new.`simulated` UNION ALL SELECT 'at' AS k, old.`at` AS o, new.`at` AS n WHERE old.`at` IS NOT new.`at`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_ledger_entries_delete` AFTER DELETE ON `ledger_entries` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'ledger_entries', old.`id` || '', old.`source`, json_object('id', old.`id`, 'order_id', old.`order_id`, 'kind', old.`kind`, 'amount', old.`amount`, 'source', old.`source`, 'provider', old.`provider`, 'simulated', old.`simulated`, 'at', old.`at`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_outbox_insert` AFTER INSERT ON `outbox` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'outbox', new.`id` || '', new.`kind`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_outbox_update` AFTER UPDATE ON `outbox` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'outbox', new.`id` || '', new.`kind`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'kind' AS k, old.`kind` AS o, new.`kind` AS n WHERE old.`kind` IS NOT new.`kind` UNION ALL SELECT 'payload' AS k, old.`payload` AS o, new.`payload` AS n WHERE old.`payload` IS NOT new.`payload` UNION ALL SELECT 'dedupe_key' AS k, old.`dedupe_key` AS o, new.`dedupe_key` AS n WHERE old.`dedupe_key` IS NOT new.`dedupe_key` UNION ALL SELECT 'attempts' AS k, old.`attempts` AS o, new.`attempts` AS n WHERE old.`attempts` IS NOT new.`attempts` UNION ALL SELECT 'next_at' AS k, old.`next_at` AS o, new.`next_at` AS n WHERE old.`next_at` IS NOT new.`next_at` UNION ALL SELECT 'done_at' AS k, old.`done_at` AS o, new.`done_at` AS n WHERE old.`done_at` IS NOT new.`done_at` UNION ALL SELECT 'last_error' AS k, old.`last_error` AS o, new.`last_error` AS n WHERE old.`last_error` IS NOT new.`last_error`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_outbox_delete` AFTER DELETE ON `outbox` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'outbox', old.`id` || '', old.`kind`, json_object('id', old.`id`, 'kind', old.`kind`, 'payload', old.`payload`, 'dedupe_key', old.`dedupe_key`, 'attempts', old.`attempts`, 'next_at', old.`next_at`, 'done_at', old.`done_at`, 'last_error', old.`last_error`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_notes_insert` AFTER INSERT ON `notes` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'notes', new.`id` || '', new.`about`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_notes_update` AFTER UPDATE ON `notes` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'notes', new.`id` || '', new.`about`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'about' AS k, old.`about` AS o, new.`about` AS n WHERE old.`about` IS NOT new.`about` UNION ALL SELECT 'about_id' AS k, old.`about_id` AS o, new.`about_id` AS n WHERE old.`about_id` IS NOT new.`about_id` UNION ALL SELECT 'text' AS k, old.`text` AS o, new.`text` AS n WHERE old.`text` IS NOT new.`text` UNION ALL SELECT 'staff_name' AS k, old.`staff_name` AS o, new.`staff_name` AS n WHERE old.`staff_name` IS NOT new.`staff_name` UNION ALL SELECT 'at' AS k, old.`at` AS o, new.`at` AS n WHERE old.`at` IS NOT new.`at`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_notes_delete` AFTER DELETE ON `notes` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'notes', old.`id` || '', old.`about`, json_object('id', old.`id`, 'about', old.`about`, 'about_id', old.`about_id`, 'text', old.`text`, 'staff_name', old.`staff_name`, 'at', old.`at`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_saved_views_insert` AFTER INSERT ON `saved_views` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'saved_views', new.`id` || '', new.`name`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_saved_views_update` AFTER UPDATE ON `saved_views` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'saved_views', new.`id` || '', new.`name`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'list' AS k, old.`list` AS o, new.`list` AS n WHERE old.`list` IS NOT new.`list` UNION ALL SELECT 'name' AS k, old.`name` AS o, new.`name` AS n WHERE old.`name` IS NOT new.`name` UNION ALL SELECT 'search' AS k, old.`search` AS o, new.`search` AS n WHERE old.`search` IS NOT new.`search` UNION ALL SELECT 'staff_id' AS k, old.`staff_id` AS o, new.`staff_id` AS n WHERE old.`staff_id` IS NOT new.`staff_id` UNION ALL SELECT 'is_shared' AS k, old.`is_shared` AS o, new.`is_shared` AS n WHERE old.`is_shared` IS NOT new.`is_shared`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_saved_views_delete` AFTER DELETE ON `saved_views` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'saved_views', old.`id` || '', old.`name`, json_object('id', old.`id`, 'list', old.`list`, 'name', old.`name`, 'search', old.`search`, 'staff_id', old.`staff_id`, 'is_shared', old.`is_shared`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_staff_insert` AFTER INSERT ON `staff` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'staff', new.`id` || '', new.`name`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_staff_update` AFTER UPDATE ON `staff` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'staff', new.`id` || '', new.`name`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'id' AS k, old.`id` AS o, new.`id` AS n WHERE old.`id` IS NOT new.`id` UNION ALL SELECT 'name' AS k, old.`name` AS o, new.`name` AS n WHERE old.`name` IS NOT new.`name` UNION ALL SELECT 'email' AS k, old.`email` AS o, new.`email` AS n WHERE old.`email` IS NOT new.`email` UNION ALL SELECT 'role' AS k, old.`role` AS o, new.`role` AS n WHERE old.`role` IS NOT new.`role` UNION ALL SELECT 'totp_confirmed_at' AS k, old.`totp_confirmed_at` AS o, new.`totp_confirmed_at` AS n WHERE old.`totp_confirmed_at` IS NOT new.`totp_confirmed_at` UNION ALL SELECT 'created_at' AS k, old.`created_at` AS o, new.`created_at` AS n WHERE old.`created_at` IS NOT new.`created_at` UNION ALL SELECT 'disabled_at' AS k, old.`disabled_at` AS o, new.`disabled_at` AS n WHERE old.`disabled_at` IS NOT new.`disabled_at`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_staff_delete` AFTER DELETE ON `staff` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'staff', old.`id` || '', old.`name`, json_object('id', old.`id`, 'name', old.`name`, 'email', old.`email`, 'role', old.`role`, 'totp_confirmed_at', old.`totp_confirmed_at`, 'created_at', old.`created_at`, 'disabled_at', old.`disabled_at`), NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_roles_insert` AFTER INSERT ON `roles` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'roles', new.`name` || '', new.`name`, NULL, NULL; END;--> statement-breakpoint
CREATE TRIGGER `audit_roles_update` AFTER UPDATE ON `roles` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'roles', new.`name` || '', new.`name`, json_group_object(k, o), json_group_object(k, n) FROM (SELECT 'name' AS k, old.`name` AS o, new.`name` AS n WHERE old.`name` IS NOT new.`name` UNION ALL SELECT 'permissions' AS k, old.`permissions` AS o, new.`permissions` AS n WHERE old.`permissions` IS NOT new.`permissions`) HAVING count(*) > 0; END;--> statement-breakpoint
CREATE TRIGGER `audit_roles_delete` AFTER DELETE ON `roles` WHEN EXISTS (SELECT 1 FROM audit_context WHERE entry_id > 0) BEGIN INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) SELECT (SELECT entry_id FROM audit_context), (SELECT part FROM audit_context), 'roles', old.`name` || '', old.`name`, json_object('name', old.`name`, 'permissions', old.`permissions`), NULL; END;