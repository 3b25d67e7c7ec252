DROP INDEX IF EXISTS `products_id`;--> statement-breakpoint
DROP INDEX IF EXISTS `products_price`;--> statement-breakpoint
DROP INDEX IF EXISTS `products_newest`;--> statement-breakpoint
DROP INDEX IF EXISTS `products_category`;--> statement-breakpoint
DROP INDEX IF EXISTS `products_category_price`;--> statement-breakpoint
DROP INDEX IF EXISTS `products_category_newest`;--> statement-breakpoint
DROP INDEX IF EXISTS `products_brand`;--> statement-breakpoint
DROP INDEX IF EXISTS `products_brand_price`;--> statement-breakpoint
DROP INDEX IF EXISTS `products_brand_newest`;--> statement-breakpoint
CREATE INDEX `products_id` ON `products` (`is_published`,`id`,`category_id`,`price`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`discount_percentage`);--> statement-breakpoint
CREATE INDEX `products_price` ON `products` (`is_published`,`price`,`id`,`category_id`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`discount_percentage`);--> statement-breakpoint
CREATE INDEX `products_newest` ON `products` (`is_published`,`created_at`,`id`,`category_id`,`price`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`discount_percentage`);--> statement-breakpoint
CREATE INDEX `products_category` ON `products` (`is_published`,`category_id`,`id`,`price`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`discount_percentage`);--> statement-breakpoint
CREATE INDEX `products_category_price` ON `products` (`is_published`,`category_id`,`price`,`id`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`discount_percentage`);--> statement-breakpoint
CREATE INDEX `products_category_newest` ON `products` (`is_published`,`category_id`,`created_at`,`id`,`price`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`discount_percentage`);--> statement-breakpoint
CREATE INDEX `products_brand` ON `products` (`is_published`,`brand`,`id`,`category_id`,`price`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`discount_percentage`);--> statement-breakpoint
CREATE INDEX `products_brand_price` ON `products` (`is_published`,`brand`,`price`,`id`,`category_id`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`discount_percentage`);--> statement-breakpoint
CREATE INDEX `products_brand_newest` ON `products` (`is_published`,`brand`,`created_at`,`id`,`category_id`,`price`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`discount_percentage`);